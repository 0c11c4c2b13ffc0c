import type { TaskOutcome } from '@throughline/contracts';
import type { ItemTaskEvent, Recorded } from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import type { Projection } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

export interface TaskOutcomeTable {
  outcome_id: string;
  referral_id: string;
  /** The place in the order of recording within the referral, from 1. */
  number: number;
  outcome: TaskOutcome;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    task_outcome: TaskOutcomeTable;
  }
}

type Row = Insertable<TaskOutcomeTable>;

/** The outcomes of a referral's tasks, with the notes of the staff. Nothing of it is sent to a topic that a referrer can join. */
export const taskOutcomeProjection: Projection<readonly Row[], Row> = {
  name: 'task-outcome',
  version: 1,
  categories: ['itemTask', 'recertification'],
  evolve: (outcomes = [], recorded) => evolve(outcomes, recorded as Recorded<ItemTaskEvent>),
  table: {
    key: 'outcome_id',
    columns: { outcome_id: 'text', referral_id: 'text', number: 'integer', outcome: 'json' },
    indexes: (table) => [`on ${table} (referral_id, number)`],
  },
  rows: (outcomes) => outcomes,
  feed: () => [],
};

function evolve(outcomes: readonly Row[], event: Recorded<ItemTaskEvent>): readonly Row[] {
  switch (event.type) {
    case 'OutcomeRecorded': {
      const { referralId, wasUnassigned: _, ...recorded } = event.data;
      return [...outcomes, rowOf(outcomes, referralId, { ...recorded, contact: null, undoneAt: null })];
    }
    case 'ContactAttempted': {
      const { referralId, party, number, method, nextDueAt, wasUnassigned: _, ...recorded } = event.data;
      const contact = { party, number, method, nextDueAt };
      return [...outcomes, rowOf(outcomes, referralId, { ...recorded, contact, undoneAt: null })];
    }
    case 'OutcomeUndone': {
      const { outcomeId, undoneAt } = event.data;
      return outcomes.map((row) =>
        row.outcome_id === outcomeId ? { ...row, outcome: { ...row.outcome, undoneAt } } : row,
      );
    }
    default:
      return outcomes;
  }
}

const rowOf = (outcomes: readonly Row[], referralId: string, outcome: TaskOutcome): Row => ({
  outcome_id: outcome.outcomeId,
  referral_id: referralId,
  number: outcomes.length + 1,
  outcome,
});

/** The outcomes of a referral's tasks, oldest first. The caller must check the permission. */
export async function listTaskOutcomes(
  db: Kysely<ReadModelSchema>,
  referralId: string,
): Promise<readonly TaskOutcome[]> {
  const rows = await db
    .selectFrom('task_outcome')
    .where('referral_id', '=', referralId)
    .orderBy('number')
    .select('outcome')
    .execute();
  return rows.map(({ outcome }) => outcome);
}
