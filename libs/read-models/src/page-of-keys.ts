import { type RawBuilder, sql } from 'kysely';

/** Up to this many matches are collected and then sorted. With more, scanning in sort order finds a page near the front sooner. */
const SORT_AFTER_SEARCH_UP_TO = 5_000;
/** From this page on, pages are scanned from the nearer end, so that the last page is as fast as the first. */
const FRONT = 10;

export interface PageOfKeys {
  /** A query for the keys, in any order. It ends with a `where`, to which conditions are added. */
  readonly keys: RawBuilder<unknown>;
  /** How many keys the query has: a query in parentheses. */
  readonly found: RawBuilder<unknown>;
  /** Few of the rows match, and no index has those alone in their order. */
  readonly isSearched: boolean;
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  /** What follows `order by`, in the order of the list, and in the opposite one. */
  readonly by: RawBuilder<unknown>;
  readonly backwards: RawBuilder<unknown>;
}

/**
 * The keys of a page of a long list, from an index alone if possible; the caller joins their rows. The order of the joins is fixed so: on its own
 * the planner may scan a million rows in order for fifteen matches, or sort half a million rows to take fifteen.
 * The alternative that is not chosen is not executed.
 */
export function pageOfKeys({
  keys,
  found,
  isSearched,
  page,
  pageSize,
  by,
  backwards,
}: PageOfKeys): RawBuilder<unknown> {
  const offset = page * pageSize;
  const forwards = sql`order by ${by} limit ${pageSize} offset ${offset}`;
  if (isSearched) {
    const many = sql`${found} > ${Math.max(SORT_AFTER_SEARCH_UP_TO, 10 * (offset + pageSize))}`;
    return sql`
      (with hit as materialized (${keys} and not ${many}) select * from hit ${forwards})
      union all
      (${keys} and ${many} ${forwards})`;
  }
  if (page < FRONT) return sql`${keys} ${forwards}`;
  const after = sql`(${found} - ${offset + pageSize})`;
  const nearTheEnd = sql`${after} < ${offset}`;
  // Two limits: for a limit that is known only at execution, the planner would expect a tenth of the table.
  return sql`
    (${keys} and not ${nearTheEnd} ${forwards})
    union all
    (select * from (${keys} and ${nearTheEnd} order by ${backwards} limit ${pageSize} offset greatest(${after}, 0)) from_the_end
      order by ${backwards} limit greatest(least(${after}, 0) + ${pageSize}, 0))`;
}
