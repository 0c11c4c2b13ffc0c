import type { EventStore } from '@throughline/event-store';
import { type Kysely, sql } from 'kysely';
import { toRows } from '../projecting/batch-storage.js';
import { type Advanced, foldBatch } from '../projecting/fold-batch.js';
import { type AnyProjection, viewOf } from '../projecting/projection.js';
import { runTogether } from '../projecting/run-together.js';
import type { ReferralOwners } from '../referral-detail/referral-detail.query.js';
import { referralDetailProjection, type ReferralDetailTable } from '../referral-detail/referral-detail.projection.js';
import { HISTORY_CATEGORIES, type Moment, readEventsOfCase } from '../referral-history/referral-history.js';
import type { ReadModelSchema } from '../read-model-schema.js';

type Db = Kysely<ReadModelSchema>;

interface Folded {
  readonly projection: AnyProjection;
  readonly advanced: readonly Advanced[];
}

/** The read models of one case as they were at a moment. */
export interface PastCase {
  readonly folded: readonly Folded[];
  /** The referral's owners; undefined for a recertification, which has none. */
  readonly owners: ReferralOwners | undefined;
}

/**
 * Folds a case as of a moment, from the log alone. Undefined if it did not exist then.
 * @throws UnknownEvent for an event of a later release, whose meaning is not known
 */
export async function foldCase(
  store: EventStore,
  projections: readonly AnyProjection[],
  caseId: string,
  asOf: Moment,
): Promise<PastCase | undefined> {
  const events = await readEventsOfCase(store, caseId, asOf);
  if (events.length === 0) return undefined;
  // An event that a projection cannot fold is left out with the later ones of its stream, as it is in the present.
  const folded = projections
    .filter(isOfOneCase)
    .map((projection) => ({ projection, advanced: foldBatch(projection, events, new Map(), new Map()).advanced }));
  return { folded, owners: ownersIn(folded) };
}

/** Whether the read model has rows of cases alone. */
const isOfOneCase = ({ categories }: AnyProjection): boolean =>
  categories.every((category) => HISTORY_CATEGORIES.some((one) => one === category));

function ownersIn(folded: readonly Folded[]): ReferralOwners | undefined {
  const rows = folded.find(({ projection }) => projection.name === referralDetailProjection.name)?.advanced ?? [];
  const [row] = rows.flatMap((one) => one.rows as ReferralDetailTable[]);
  return row && { companyId: row.company_id, submitterUserId: row.submitter_user_id };
}

/**
 * Runs reads against the read models of the case as they were, by temporary tables that hide the views of the same names for as long as the
 * transaction lasts: so each read is the one that answers for the present. Read models of anything else, such as accounts, are as they are
 * now. `db` must not prepare its statements, because a prepared one would still read the view.
 */
export function readPastCase<Found>(db: Db, { folded }: PastCase, read: (past: Db) => Promise<Found>): Promise<Found> {
  return db.transaction().execute(async (past) => {
    await sql.raw(folded.map(({ projection }) => tableInPast(projection)).join(';')).execute(past);
    const filled = folded.filter(({ advanced }) => advanced.some(({ rows }) => rows.length > 0));
    await runTogether(
      past,
      filled.map(({ projection, advanced }) => {
        const table = viewOf(projection.name);
        return { name: `${table}_rows`, sql: toRows(projection, advanced, table) };
      }),
    );
    return read(past);
  });
}

function tableInPast({ name, table: { columns, key } }: AnyProjection): string {
  const typed = Object.entries(columns).map(([column, type]) => `"${column}" ${type}`);
  return `create temporary table ${viewOf(name)} (${typed.join(', ')}, primary key (${key})) on commit drop`;
}
