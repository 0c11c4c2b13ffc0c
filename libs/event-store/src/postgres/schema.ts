import type { Pool } from 'pg';

/** Values of `expected` and `revision` in calls of `append_group` that are not the revision of an event. */
export const NO_STREAM = -1;
export const ANY = -2;

/** The name becomes part of SQL text, so only a plain name is allowed. Throws `TypeError`. */
export function checkSchemaName(schema: string): void {
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) throw new TypeError(`Not a schema name: ${schema}`);
}

/** Idempotent, and safe while other processes do the same: the lock is held until the end of the transaction. */
export async function createSchema(pool: Pool, schema: string): Promise<void> {
  await pool.query(`
    begin;
    select pg_advisory_xact_lock(hashtextextended('create ${schema}', 0));
    ${tables(schema)}
    ${appendFunction(schema)}
    commit;
  `);
}

/** Created once: even `if not exists` waits for running appends, and makes others wait for it. */
const tables = (schema: string): string => `
  do $do$ begin
    if to_regclass('${schema}.position') is not null then return; end if;
    create schema if not exists ${schema};
    create table ${schema}.event (
      position bigint primary key,
      stream text not null,
      category text not null generated always as (split_part(stream, '-', 1)) stored,
      revision integer not null,
      event_id uuid not null,
      type text not null,
      data jsonb not null,
      metadata jsonb not null,
      recorded_at timestamptz not null default now(),
      unique (stream, revision)
    );
    create index on ${schema}.event (category, position);
    create sequence ${schema}.position as bigint;
  end $do$;
`;

/**
 * Writes a group of appends, [{stream, expected, events: [{type, data, metadata}]}], no stream twice, in one round trip and one
 * transaction. Each append is checked on its own and answered with one row, in order: revision and position of its last event, and whether the events
 * were written now; or, if it is refused, no position and the stream's revision (${NO_STREAM}: no stream).
 *
 * Positions are assigned under one lock that is held until the commit, so a reader that sees a position sees every lower one.
 * The lock is taken by a separate statement: the statement after it gets a snapshot with the events of the last holder.
 *
 * A repeated append is recognised by its event ids at the revisions that it would have got, which needs no further index; at
 * ${ANY} (any) the whole stream is searched for them. Streams are looked up one by one, by key: for a join of all streams the planner
 * would scan the table once it has grown. Planning takes longer than execution, hence one
 * plan for all calls; a plan that is made while there are few events must not scan the table when there are many.
 *
 * While few people write, nearly every group is a single append at the current revision. It is written by two short statements,
 * because starting the general one costs four times as much (80 µs).
 *
 * The result of a function cannot get another column while processes of the previous release call it, hence a new name.
 */
const appendFunction = (schema: string): string => `
  create or replace function ${schema}.append_group(appends jsonb)
    returns table (last_revision integer, last_position bigint, is_fresh boolean) language plpgsql
    set plan_cache_mode = force_generic_plan set enable_seqscan = off as $function$
  declare
    alone jsonb := case jsonb_array_length(appends) when 1 then appends -> 0 end;
    revision_now integer;
  begin
    -- Durable when it answers, however the server is set; a stricter setting stays.
    if current_setting('synchronous_commit') = 'off' then
      perform set_config('synchronous_commit', 'on', true);
    end if;
    perform pg_advisory_xact_lock(hashtextextended('append ${schema}', 0));
    if alone is not null then
      select e.revision into revision_now from ${schema}.event e where e.stream = alone ->> 'stream'
      order by e.revision desc limit 1;
      revision_now := coalesce(revision_now, ${NO_STREAM});
      if (alone ->> 'expected')::integer = revision_now then
        insert into ${schema}.event (position, stream, revision, event_id, type, data, metadata)
        select nextval('${schema}.position'), alone ->> 'stream', revision_now + number,
          (event -> 'metadata' ->> 'eventId')::uuid, event ->> 'type', event -> 'data', event -> 'metadata'
        from (
          select number, event from jsonb_array_elements(alone -> 'events') with ordinality sent (event, number) order by number
        ) fresh;
        last_revision := revision_now + jsonb_array_length(alone -> 'events');
        last_position := currval('${schema}.position');
        is_fresh := true;
        return next;
        return;
      end if;
    end if;
    return query
    with request as materialized (
      select number, value ->> 'stream' as stream, (value ->> 'expected')::integer as expected, value -> 'events' as events,
        jsonb_array_length(value -> 'events') as size,
        coalesce((select e.revision from ${schema}.event e where e.stream = value ->> 'stream' order by e.revision desc limit 1),
          ${NO_STREAM}) as current
      from jsonb_array_elements(appends) with ordinality sent (value, number)
    ),
    judged as materialized (
      select request.*, known.*, expected = current or (expected = ${ANY} and known.events_before = 0) as fits
      from request cross join lateral (
        select count(distinct e.event_id) as events_before, max(e.revision) as revision_before, max(e.position) as position_before
        from jsonb_array_elements(request.events) with ordinality sent (event, number)
        join ${schema}.event e on e.event_id = (sent.event -> 'metadata' ->> 'eventId')::uuid
        where expected <> current and e.stream = request.stream and expected in (${ANY}, e.revision - sent.number)
          and e.revision between greatest(expected, ${NO_STREAM}) + 1 and case expected when ${ANY} then current else expected + size end
      ) known
    ),
    written as (
      insert into ${schema}.event (position, stream, revision, event_id, type, data, metadata)
      select nextval('${schema}.position'), stream, revision, (event -> 'metadata' ->> 'eventId')::uuid,
        event ->> 'type', event -> 'data', event -> 'metadata'
      from (
        select judged.stream, judged.current + sent.number as revision, sent.event
        from judged cross join lateral jsonb_array_elements(judged.events) with ordinality sent (event, number)
        where judged.fits order by judged.number, sent.number
      ) fresh
      returning event.stream, event.position
    )
    select
      case when fits then current + size when events_before = size then revision_before else current end,
      case when fits then written.position when events_before = size then position_before end,
      fits
    from judged left join (select stream, max(position) as position from written group by stream) written using (stream)
    order by number;
  end
  $function$;
`;
