import { waitUntilProjected } from '@throughline/read-models';
import { Refusal } from '../http/refusal.js';
import type { Engines } from './engines.js';

/**
 * Reads when the read models have reached a position, or two seconds later. Who has just written something is not told that there is
 * none of it: what is not found while the position is in the log and not yet in the read models is answered with 503, "try again".
 */
export async function readAt<Found>(
  { db, store }: Pick<Engines, 'db' | 'store'>,
  minPosition: number,
  read: () => Promise<Found>,
): Promise<Found> {
  const isProjected = await waitUntilProjected(db, minPosition);
  try {
    return await read();
  } catch (error) {
    const isHidden = error instanceof Refusal && error.status === 404;
    if (isHidden && !isProjected && minPosition <= (await store.head())) throw notYet();
    throw error;
  }
}

const notYet = () =>
  new Refusal(503, 'service/unavailable', 'This is not ready yet. Please try again in a moment.', {
    retryAfterSeconds: 2,
  });
