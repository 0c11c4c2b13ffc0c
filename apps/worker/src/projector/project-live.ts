import type { EventStore } from '@throughline/event-store';
import {
  type AnyProjection,
  type Applied,
  applyBatch,
  type Batch,
  CheckpointMoved,
  hint,
  type ReadModelSchema,
  tableOf,
} from '@throughline/read-models';
import type { Kysely } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { TICK, withTicks } from '../leadership/with-ticks.js';

const TICK_MS = 1_000;

export interface ProjectLive {
  readonly db: Kysely<ReadModelSchema>;
  readonly store: EventStore;
  readonly projections: readonly AnyProjection[];
  readonly signal: AbortSignal;
  /** Every time the loop comes round. */
  readonly onBeat: () => void;
  readonly onApplied: (applied: Applied) => void;
}

/**
 * Keeps the active read models up with the log until `signal` is aborted. Starts over from the checkpoints when they were moved
 * by somebody else: another projector, or a switch to a version that was built. Throws what the engines throw.
 */
export async function projectLive(options: ProjectLive): Promise<void> {
  while (!options.signal.aborted) {
    options.onBeat();
    const active = await activeModels(options.db, options.projections);
    if (active.projections.length === 0) {
      await pause(TICK_MS / 4, undefined, { signal: options.signal }).catch(() => undefined);
      continue;
    }
    try {
      await follow(options, active);
    } catch (error) {
      if (!(error instanceof CheckpointMoved)) throw error;
    }
  }
}

async function follow(options: ProjectLive, { projections, position }: ActiveModels): Promise<void> {
  const { db, store, signal, onBeat, onApplied } = options;
  const over = new AbortController();
  const subscription = store.subscribe({ after: position, signal: AbortSignal.any([signal, over.signal]) });
  let after = position;
  const apply = async (batch: Batch): Promise<void> => {
    const applied = await applyBatch(db, projections, batch);
    after = batch.upTo;
    onApplied(applied);
    if (batch.upTo > batch.after) await hint(db, { position: batch.upTo, changes: applied.changes });
  };
  try {
    for await (const message of withTicks(subscription, TICK_MS)) {
      onBeat();
      if (message === TICK) await apply({ after, upTo: after, events: [] });
      else if (message.type === '$events') {
        await apply({ after, upTo: message.events.at(-1)?.position ?? after, events: message.events });
      } else if (message.position > after) await apply({ after, upTo: message.position, events: [] });
    }
  } finally {
    over.abort();
  }
}

interface ActiveModels {
  readonly projections: readonly AnyProjection[];
  readonly position: number;
}

async function activeModels(db: ProjectLive['db'], projections: readonly AnyProjection[]): Promise<ActiveModels> {
  const rows = await db
    .selectFrom('read_model_checkpoint')
    .where('status', '=', 'active')
    .select(['table_name', 'position'])
    .execute();
  const active = new Set(rows.map((row) => row.table_name));
  return {
    projections: projections.filter((projection) => active.has(tableOf(projection))),
    position: Math.min(...rows.map(({ position }) => position)),
  };
}
