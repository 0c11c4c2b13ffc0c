import { type RawBuilder, sql } from 'kysely';

/** Counting the rows of a search stops at this number. */
export const MAX_COUNTED = 1_000;
/** A search with many results looks for its page among this many rows from the front of the list. */
const FRONT_ROWS = 3_000;
/** From this page on, pages are scanned from the nearer end, so that the last page is as fast as the first. */
const FRONT_PAGES = 10;

interface ListOfKeys {
  /** A relation with all columns that `condition` uses. */
  readonly table: RawBuilder<unknown>;
  readonly condition: RawBuilder<boolean>;
  /** The columns of the key, and those that `inOrder` needs. */
  readonly columns: RawBuilder<unknown>;
  /** A query for the rows of the relation, with their `sort_key`. The relation is the table, or has only `columns` of it. */
  readonly inOrder: (table: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Counts from 0. */
  readonly page: number;
  readonly pageSize: number;
  /** The `order by` expressions, in the order of the list. */
  readonly by: RawBuilder<unknown>;
}

interface BrowsedList extends ListOfKeys {
  /** The reverse of `by`. */
  readonly backwards: RawBuilder<unknown>;
}

/**
 * The keys of a page of a long list whose number of rows is known (`found`: one row with `units`), from an index alone if possible; the
 * caller joins their rows. This fixes the order of the joins: left to itself, the planner may sort half a million rows to take fifteen. The
 * alternative that is not chosen is not executed.
 */
export function browsedPage({ page, pageSize, by, backwards, ...list }: BrowsedList): RawBuilder<unknown> {
  const keys = matching(list, list.inOrder(list.table));
  const offset = page * pageSize;
  const forwards = sql`order by ${by} limit ${pageSize} offset ${offset}`;
  if (page < FRONT_PAGES) return sql`page as (${keys} ${forwards})`;
  const after = sql`((select units from found) - ${offset + pageSize})`;
  const nearTheEnd = sql`${after} < ${offset}`;
  // There are two limits, because the planner expects a limit that is known only at execution to return a tenth of the table.
  return sql`page as (
    (${keys} and not ${nearTheEnd} ${forwards})
    union all
    (select * from (${keys} and ${nearTheEnd} order by ${backwards} limit ${pageSize} offset greatest(${after}, 0)) from_the_end
      order by ${backwards} limit greatest(least(${after}, 0) + ${pageSize}, 0)))`;
}

interface SearchedList extends ListOfKeys {
  readonly isCountedToTheEnd: boolean;
}

/**
 * Like `browsedPage`, for a list whose rows must be searched and counted. `listed`: all that match; `found`: their number as `units`, at
 * most one more than `MAX_COUNTED`; `page`. PostgreSQL reads the rows of `listed` only as they are needed, so a search that matches half a
 * million is counted after the first thousand. Sorting would read all of them: the page is looked for at the front of the list first.
 */
export function searchedPage({ page, pageSize, by, isCountedToTheEnd, ...list }: SearchedList): RawBuilder<unknown> {
  const { table, columns, inOrder } = list;
  const until = (page + 1) * pageSize;
  const forwards = sql`order by ${by} limit ${pageSize} offset ${page * pageSize}`;
  const front = sql`${inOrder(table)} order by ${by} limit ${FRONT_ROWS}`;
  const isAtTheFront = sql`(select count(*) from at_the_front) = ${until}`;
  return sql`
    listed as materialized (select ${columns} from ${table} where ${list.condition}),
    found as materialized (
      select count(*) as units from (select from listed limit ${isCountedToTheEnd ? null : MAX_COUNTED + 1}) counted),
    at_the_front as materialized (
      ${matching(list, front)} and (select units from found) > ${MAX_COUNTED} order by ${by} limit ${until}),
    page as (
      (select * from at_the_front where ${isAtTheFront} ${forwards})
      union all
      (select ${columns}, sort_key from (${inOrder(sql`listed`)}) list_row where not ${isAtTheFront} ${forwards}))`;
}

const matching = ({ condition, columns }: Pick<ListOfKeys, 'condition' | 'columns'>, rows: RawBuilder<unknown>) =>
  sql`select ${columns}, sort_key from (${rows}) list_row where ${condition}`;

/** The number that a list shows; for a search that finds too many, that there are more. */
export function counted(units: number, isCountedToTheEnd: boolean) {
  const countIsCapped = !isCountedToTheEnd && units > MAX_COUNTED;
  return { rowCount: countIsCapped ? MAX_COUNTED : units, countIsCapped };
}
