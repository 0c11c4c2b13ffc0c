import { reach, Unreachable } from '@throughline/platform';
import { StoreUnavailable } from '../../errors.js';
import { openEventStoreDb } from '../eventstoredb-event-store.js';
import { NoNode, reasonOf } from './outage.js';

/** How long the client tries to connect. Its last error is known when it gives up. */
const CLIENT_TIMEOUT_MS = 3_000;
/** Includes loading the client, which takes seconds on a busy machine. */
const TIMEOUT_MS = 15_000;

/**
 * Signs in to the server and asks where its log ends.
 * @throws Unreachable within about 4 s, or 15 s on a busy machine
 */
export async function reachEventStoreDb(url: string): Promise<void> {
  await reach(async () => {
    try {
      const store = await openEventStoreDb(url, { timeoutMs: CLIENT_TIMEOUT_MS });
      await store.close();
    } catch (error) {
      throw new Unreachable(whyUnreachable(error));
    }
  }, TIMEOUT_MS);
}

function whyUnreachable(error: unknown): string {
  if (error instanceof TypeError) return error.message.replace('EVENT_STORE_URL', 'it'); // our own message, in one line
  if (!(error instanceof StoreUnavailable)) return 'what answers at its address does not speak its protocol';
  return error.cause instanceof NoNode ? error.cause.message : reasonOf(error.cause);
}
