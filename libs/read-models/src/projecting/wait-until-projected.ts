import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { projectedPosition } from './checkpoint.js';

const POLL_MS = 10;

/**
 * Waits until every active read model has taken in the event at `position`, so that a person sees their own change. Answers
 * false when that took longer than `timeoutMs`: the caller reads what is there.
 */
export async function waitUntilProjected(
  db: Kysely<ReadModelSchema>,
  position: number,
  { timeoutMs = 2_000 }: { readonly timeoutMs?: number } = {},
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (((await projectedPosition(db)) ?? -1) < position) {
    if (performance.now() >= deadline) return false;
    await pause(POLL_MS);
  }
  return true;
}
