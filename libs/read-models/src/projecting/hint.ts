import { type Kysely, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

/** The channel that is notified after a batch was committed: a hint for those who poll, never the only way to know. */
export const HINT_CHANNEL = 'throughline_projected';

/** What a batch came to. */
export interface Hint {
  /** Every active read model has taken in the log up to here. */
  readonly position: number;
  /** Changes that were told to the feed. */
  readonly changes: number;
}

/** To be called after the commit, in no transaction: a notification would make it wait for every other. */
export async function hint(db: Kysely<ReadModelSchema>, { position, changes }: Hint): Promise<void> {
  await sql`select pg_notify(${HINT_CHANNEL}, ${`${position} ${changes}`})`.execute(db);
}

/** Null: this is none that was made here, such as one of another release. */
export function readHint(payload = ''): Hint | null {
  const [, position, changes] = /^(\d+) (\d+)$/.exec(payload) ?? [];
  return position === undefined ? null : { position: Number(position), changes: Number(changes) };
}
