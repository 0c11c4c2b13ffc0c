import {
  groupKey,
  type ItemCategory,
  type OrderingGroupEvent,
  type Recorded,
  type Withheld,
} from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import type { Projection } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

export interface OrderingGroupTable {
  group_key: string;
  withheld: readonly ItemCategory[];
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    ordering_group: OrderingGroupTable;
  }
}

type Row = Insertable<OrderingGroupTable>;

/** The categories that are withheld from groups. */
export const orderingGroupProjection: Projection<Row, Row> = {
  name: 'ordering-group',
  version: 1,
  categories: ['orderingGroup'],
  evolve: (_, recorded) => {
    const { groupId, withheld } = (recorded as Recorded<OrderingGroupEvent>).data;
    return { group_key: groupKey(groupId), withheld };
  },
  table: { key: 'group_key', columns: { group_key: 'text', withheld: 'json' }, indexes: () => [] },
  rows: (row) => [row],
};

export async function findWithheld(db: Kysely<ReadModelSchema>): Promise<Withheld> {
  const rows = await db.selectFrom('ordering_group').select(['group_key', 'withheld']).execute();
  return Object.fromEntries(rows.map((row) => [row.group_key, row.withheld]));
}
