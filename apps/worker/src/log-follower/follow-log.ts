import type { Recorded } from '@throughline/domain';
import type { EventStore, Filter } from '@throughline/event-store';
import type { Kysely } from 'kysely';
import { TICK, withTicks } from '../leadership/with-ticks.js';
import { type FollowerSchema, moveFollowerCheckpoint, readFollowerCheckpoint } from './follower-checkpoint.js';

const TICK_MS = 1_000;
/** From one move of the checkpoint to the next while there is work: what a crash then lets be acted on again. */
const ACTED_MS = 100;

export interface FollowLog {
  readonly db: Kysely<FollowerSchema>;
  readonly store: EventStore;
  /** In the checkpoint's key: never change it. */
  readonly follower: string;
  readonly filter?: Filter;
  readonly signal: AbortSignal;
  /** Every time the loop comes round. */
  readonly onBeat: () => void;
  /** Does what the events lead to. It must be harmless to repeat. */
  readonly act: (events: readonly Recorded[]) => Promise<void>;
}

/**
 * Follows the log from a checkpoint of its own; the checkpoint moves behind what has been acted on, ten times a second at
 * most, so that after a crash the last of it is acted on again. Past events that are none of its business it moves once a second:
 * to pass them again costs nothing. Throws what `act` throws and the engines throw.
 */
export async function followLog({ db, store, follower, filter, signal, onBeat, act }: FollowLog): Promise<void> {
  const over = new AbortController();
  let after = await readFollowerCheckpoint(db, follower);
  let reached = after;
  let movedAt = 0;
  const subscription = store.subscribe({
    after,
    signal: AbortSignal.any([signal, over.signal]),
    ...(filter ? { filter } : {}),
  });
  try {
    for await (const message of withTicks(subscription, TICK_MS)) {
      onBeat();
      const events = message !== TICK && message.type === '$events' ? message.events : [];
      if (events.length > 0) {
        await act(events);
        reached = events.at(-1)!.position;
      } else if (message !== TICK && message.type !== '$events') {
        reached = message.position;
      }
      const due = performance.now() >= movedAt + (events.length > 0 ? ACTED_MS : TICK_MS);
      if (reached <= after || !due) continue;
      await moveFollowerCheckpoint(db, follower, after, reached);
      after = reached;
      movedAt = performance.now();
    }
  } finally {
    over.abort();
  }
}
