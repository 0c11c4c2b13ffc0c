import type { Chosen } from '@throughline/contracts';
import { type RawBuilder, sql } from 'kysely';

/** Counting what a search of the audit finds stops here. */
export const MAX_FOUND = 10_000;

/** A value of `include` is what the rows must have; none of `exclude` may be one. */
export function chosenIn<Value>(
  column: RawBuilder<unknown>,
  type: 'text' | 'int',
  { include, exclude }: Chosen<Value>,
): readonly RawBuilder<unknown>[] {
  const array = (values: readonly Value[]) => sql`${values}::${sql.raw(type)}[]`;
  return [
    ...(include.length === 0 ? [] : [sql`${column} = any(${array(include)})`]),
    ...(exclude.length === 0 ? [] : [sql`${column} <> all(${array(exclude)})`]),
  ];
}

/** A condition that an index on (`column`, time) reads, with its values. */
export interface Narrowing {
  readonly column: RawBuilder<unknown>;
  readonly type: 'text' | 'int';
  readonly values: readonly unknown[];
}

interface Newest {
  /** The table. */
  readonly table: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  /** The order of its indexes, newest first. */
  readonly by: RawBuilder<unknown>;
  readonly conditions: readonly RawBuilder<unknown>[];
  /** The first that has values is read by its index, each value by itself. */
  readonly narrowings: readonly Narrowing[];
  readonly limit: number;
}

/**
 * A query for the newest rows under the conditions. Each value is read in the order of its own index, and no more than `limit` rows of it: by
 * `any(…)` the planner would sort all rows of all values, or read all others by time.
 */
export function newest({ table, columns, by, conditions, narrowings, limit }: Newest): RawBuilder<unknown> {
  const where = (all: readonly RawBuilder<unknown>[]) => sql`where ${sql.join([sql`true`, ...all], sql` and `)}`;
  const narrowing = narrowings.find(({ values }) => values.length > 0);
  if (narrowing === undefined)
    return sql`(select ${columns} from ${table} ${where(conditions)} order by ${by} limit ${limit})`;
  const { column, type, values } = narrowing;
  return sql`(
    select one.* from unnest(${values}::${sql.raw(type)}[]) as wanted (value)
      cross join lateral (
        select ${columns} from ${table} ${where([sql`${column} = wanted.value`, ...conditions])} order by ${by} limit ${limit}) as one
     order by ${by} limit ${limit})`;
}
