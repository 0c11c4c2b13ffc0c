import { type RecertificationList, type RecertificationRow, searchText } from '@throughline/contracts';
import {
  evolveRecertification,
  type ItemTaskEvent,
  type RecertificationAsOf,
  recertificationStatus,
  type Recorded,
  type RecertTaskName,
} from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import { feedPosition } from '../change-feed/change-feed.js';
import type { Projection, Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { matches } from '../search-text.js';
import { inSnapshot } from '../snapshot.js';

export interface RecertificationTable {
  recertification_id: string;
  /** The referral that it renews. */
  renews: string | null;
  opened_at: Timestamp;
  search: string;
  row: RecertificationRow;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    recertification: RecertificationTable;
  }
}

interface State {
  readonly recertification: RecertificationAsOf;
  readonly openedBy: string | null;
}

const MAX_ROWS = 20;

/**
 * By the id, the member, the Medicaid id and the referral that it renews. To those who have that referral open it is announced, without its
 * content, that one changed; the provider's people alone can follow the topic.
 */
export const recertificationProjection: Projection<State, Insertable<RecertificationTable>> = {
  name: 'recertification',
  version: 1,
  categories: ['recertification'],
  evolve: (before, recorded) => {
    const event = recorded as Recorded<ItemTaskEvent>;
    const recertification = evolveRecertification(before?.recertification ?? null, event);
    return recertification ? { recertification, openedBy: before?.openedBy ?? event.metadata.actor.email } : before;
  },
  table: {
    key: 'recertification_id',
    columns: {
      recertification_id: 'text',
      renews: 'text',
      opened_at: 'timestamptz',
      search: 'text',
      row: 'json',
    },
    indexes: (table) => [
      `on ${table} (renews, opened_at)`,
      `on ${table} (opened_at)`,
      `on ${table} using gin (search gin_trgm_ops)`,
    ],
  },
  rows: ({ recertification, openedBy }) => {
    const { referralId, renews, openedAt, member } = recertification;
    const row = rowOf(recertification, openedBy);
    if (row === null) return [];
    const search = searchText([referralId, member.lastName, member.firstName, member.medicaidId, renews]);
    return [{ recertification_id: referralId, renews, opened_at: openedAt, search, row }];
  },
  feed: ({ recertification: { referralId, renews, tasks, items } }) => {
    if (renews === null) return [];
    const what = { recertificationId: referralId, tasks: tasks.length, ...items[0].currentTask };
    return [{ topic: `recertifications:${renews}`, key: referralId, audience: [], row: what }];
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
        ...{ renews, itemCategory, openedAt, openedBy },
        ...{ memberLastName: member.lastName, memberFirstName: member.firstName },
        status: recertificationStatus(recertification),
        taskId: last.taskId,
        task: last.task as RecertTaskName,
      };
}

interface FindRecertifications {
  readonly renews?: string | undefined;
  readonly search: string;
}

/** The newest first. The caller must check the permission. */
export function listRecertifications(
  db: Kysely<ReadModelSchema>,
  { renews, search }: FindRecertifications,
): Promise<RecertificationList> {
  return inSnapshot(db, async (snapshot) => {
    const found = await snapshot
      .selectFrom('recertification')
      .where(matches(search))
      .$if(renews !== undefined, (query) => query.where('renews', '=', renews!))
      .orderBy('opened_at', 'desc')
      .orderBy('recertification_id', 'desc')
      .limit(MAX_ROWS)
      .select('row')
      .execute();
    return { rows: found.map(({ row }) => row), feed: await feedPosition(snapshot) };
  });
}
