import type { Recorded } from '@throughline/domain';
import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import type { Applied, Batch, Saving } from './batch.js';
import { park } from './parked-stream.js';

/** PostgreSQL refused what a projection made of some event: a value out of range, text where a time should be. */
export class Unsavable extends Error {
  override readonly name = 'Unsavable';
  constructor(
    /** Null: of one of several. */
    readonly table: string | null,
    override readonly cause: unknown,
  ) {
    super(`${table ?? 'A read model'}: the database refused a row`);
  }
}

/** Classes of SQLSTATE that speak of the data, not of the engine: data exception, integrity violation, limit exceeded. */
const ABOUT_DATA = /^(22|23|54)/;

export function isAboutData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ABOUT_DATA.test(String(error.code));
}

type Apply = (batch: Batch, saving: Saving) => Promise<Applied>;

/**
 * Applies a batch; when a row of it cannot be saved, finds the event by halving and then the read model, parks its stream there,
 * and applies all the others. What was applied before stays applied: the checkpoint is behind it.
 */
export async function applyAround(
  db: Kysely<ReadModelSchema>,
  batch: Batch,
  apply: Apply,
  saving: Saving = 'at once',
): Promise<Applied> {
  try {
    return await apply(batch, saving);
  } catch (error) {
    if (!(error instanceof Unsavable)) throw error;
    const { after, upTo, events } = batch;
    const [first, ...others] = events as readonly [Recorded, ...Recorded[]];
    if (others.length === 0) {
      if (error.table === null) return applyAround(db, batch, apply, 'model by model');
      const poisoned = { stream: first.stream, position: first.position, error: error.cause };
      await park(db, error.table, [poisoned]);
      return together(
        { parked: [{ ...poisoned, table: error.table }], changes: 0 },
        await applyAround(db, batch, apply, 'model by model'),
      );
    }
    const front = events.slice(0, events.length / 2);
    const middle = front.at(-1)?.position ?? after;
    return together(
      await applyAround(db, { after, upTo: middle, events: front }, apply),
      await applyAround(db, { after: middle, upTo, events: events.slice(front.length) }, apply),
    );
  }
}

function together(one: Applied, other: Applied): Applied {
  return { parked: [...one.parked, ...other.parked], changes: one.changes + other.changes };
}
