import { groupKey, type ItemCategory, type OrderingGroupEvent, type Withheld } from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import { rowPerEntity } from '../projecting/projection.js';
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
export const orderingGroupProjection = rowPerEntity<Row, OrderingGroupEvent>({
  name: 'ordering-group',
  version: 1,
  categories: ['orderingGroup'],
  evolve: (_, event) => {
    const { groupId, withheld } = event.data;
    return { group_key: groupKey(groupId), withheld };
  },
  key: 'group_key',
  columns: { group_key: 'text', withheld: 'json' },
});

export async function findWithheld(db: Kysely<ReadModelSchema>): Promise<Withheld> {
  const rows = await db.selectFrom('ordering_group').select(['group_key', 'withheld']).execute();
  return Object.fromEntries(rows.map((row) => [row.group_key, row.withheld]));
}
