import { type Kysely, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { lastIdBy } from './viewing-log.js';

/** The viewings of a case by their places in the tree over the access log. */
export interface PlacesOfViewings {
  /** Entries that show the case, and deliveries of its live rows; and the entries that say who followed these. In order. */
  readonly positions: readonly number[];
  /** A follower whom a delivery names, and of whom there is no entry. */
  readonly unknownFollower: string | undefined;
}

/** @param upTo the place of the last one that is asked for */
export async function placesOfViewings(
  db: Kysely<ReadModelSchema>,
  { caseId, upTo }: { readonly caseId: string; readonly upTo: number },
): Promise<PlacesOfViewings> {
  const last = lastIdBy(upTo);
  const isShown = sql`referral_ids @> array[${caseId}]`;
  // Materialized: see `viewing.ts`.
  const { rows } = await sql<{ readonly position: string | null; readonly follower: string | null }>`
    with
    shown as materialized (select id from access_log where ${isShown} and id <= ${last.access_log}),
    sent as materialized (select id, follow_ids from live_access where ${isShown} and id <= ${last.live_access}),
    follower as materialized (select distinct unnest(follow_ids) as follow_id from sent)
    select 2 * id as position, null as follower from shown
    union select 2 * id + 1, null from sent
    union select 2 * reader.id, case when reader.id is null then follower.follow_id::text end
      from follower left join lateral (select id from access_log where access_log.follow_id = follower.follow_id limit 1) as reader on true
    order by position`.execute(db);
  return {
    positions: rows.flatMap(({ position }) => (position === null ? [] : Number(position))),
    unknownFollower: rows.find(({ position }) => position === null)?.follower ?? undefined,
  };
}
