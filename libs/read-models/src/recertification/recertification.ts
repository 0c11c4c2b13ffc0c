import { type RecertificationList, type RecertificationRow, searchText } from '@throughline/contracts';
import {
  evolveRecertification,
  type RecertificationAsOf,
  type RecertificationHistoryEvent,
  recertificationStatus,
  type Recorded,
  type RecertTaskName,
} from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import { feedPosition } from '../change-feed/change-feed.js';
import type { Projection, Timestamp } from '../projecting/projection.js';
import { searchedDay } from '../referral-list/referral-list.projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { isIn, matches, matchesOr, timeOf, type TypedSearch } from '../search-text.js';
import { inSnapshot } from '../snapshot.js';

export interface RecertificationTable {
  recertification_id: string;
  /** The referral that it renews. */
  renews: string | null;
  opened_at: Timestamp;
  search: string;
  row: RecertificationRow;
  /** Whether a file waits for its check. */
  unchecked: boolean;
  detail: RecertificationAsOf;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    recertification: RecertificationTable;
  }
}

interface State {
  readonly recertification: RecertificationAsOf;
  readonly openedBy: string | null;
  /** The number of its events, so that each of them causes an announcement. */
  readonly events: number;
}

const MAX_ROWS = 20;

/**
 * A recertification with its tasks and files, found by the id, the member, the Medicaid id and the referral that it renews. Its changes are
 * announced, without their content, to those who have it or that referral open; only the provider's staff can follow the topics.
 */
export const recertificationProjection: Projection<State, Insertable<RecertificationTable>> = {
  name: 'recertification',
  version: 4,
  categories: ['recertification', 'file'],
  evolve: (before, recorded) => {
    const event = recorded as Recorded<RecertificationHistoryEvent>;
    const recertification = evolveRecertification(before?.recertification ?? null, event);
    if (!recertification) return before;
    const { openedBy = event.metadata.actor.email, events = 0 } = before ?? {};
    return { recertification, openedBy, events: events + 1 };
  },
  table: {
    key: 'recertification_id',
    columns: {
      recertification_id: 'text',
      renews: 'text',
      opened_at: 'timestamptz',
      search: 'text',
      row: 'json',
      unchecked: 'boolean',
      detail: 'json',
    },
    indexes: (table) => [
      `on ${table} (renews, opened_at)`,
      `on ${table} (opened_at)`,
      `on ${table} using gin (search gin_trgm_ops)`,
      `on ${table} (recertification_id) where unchecked`,
    ],
  },
  rows: ({ recertification, openedBy }) => {
    const { referralId, renews, openedAt, member } = recertification;
    const row = rowOf(recertification, openedBy);
    if (row === null) return [];
    const search = searchText(
      [referralId, member.lastName, member.firstName, member.medicaidId, renews, openedBy],
      [row.itemCategory, row.status, row.task, searchedDay(openedAt)],
    );
    const unchecked = recertification.files.some(({ check }) => check === 'waiting');
    return [
      { recertification_id: referralId, renews, opened_at: openedAt, search, row, unchecked, detail: recertification },
    ];
  },
  feed: ({ recertification: { referralId, renews, tasks, items }, events }) => {
    const change = { key: referralId, audience: [] };
    const own = { topic: `recertification:${referralId}`, ...change, row: { events } };
    if (renews === null) return [own];
    const what = { recertificationId: referralId, tasks: tasks.length, ...items[0].currentTask };
    return [own, { topic: `recertifications:${renews}`, ...change, row: what }];
  },
};

/** Null until its first task is opened. */
function rowOf(recertification: RecertificationAsOf, openedBy: string | null): RecertificationRow | null {
  const { referralId, renews, itemCategory, member, openedAt, tasks } = recertification;
  const last = tasks.at(-1);
  return last === undefined
    ? null
    : {
        recertificationId: referralId,
        renews,
        itemCategory,
        openedAt,
        openedBy,
        memberLastName: member.lastName,
        memberFirstName: member.firstName,
        status: recertificationStatus(recertification),
        taskId: last.taskId,
        task: last.task as RecertTaskName,
      };
}

interface FindRecertifications extends TypedSearch {
  readonly renews?: string | undefined;
}

/** Newest first. The caller must check the permission. */
export function listRecertifications(
  db: Kysely<ReadModelSchema>,
  { renews, ...typed }: FindRecertifications,
): Promise<RecertificationList> {
  return inSnapshot(db, async (snapshot) => {
    const found = await snapshot
      .selectFrom('recertification')
      .where(isFound(typed))
      .$if(renews !== undefined, (query) => query.where('renews', '=', renews!))
      .orderBy('opened_at', 'desc')
      .orderBy('recertification_id', 'desc')
      .limit(MAX_ROWS)
      .select('row')
      .execute();
    return { rows: found.map(({ row }) => row), feed: await feedPosition(snapshot) };
  });
}

function isFound(typed: TypedSearch) {
  const time = timeOf(typed);
  return time?.kind === 'at' ? matchesOr(typed.search, [isIn('opened_at', time.spans)]) : matches(typed.search);
}

/** The caller must check the permission. */
export async function getRecertification(
  db: Kysely<ReadModelSchema>,
  id: string,
): Promise<RecertificationAsOf | undefined> {
  const found = await db
    .selectFrom('recertification')
    .where('recertification_id', '=', id)
    .select('detail')
    .executeTakeFirst();
  return found?.detail;
}
