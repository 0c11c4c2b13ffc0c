import type { Pool } from 'pg';

/** `expected` and `revision` on the wire of `append`: below 0 there is no event. */
export const NO_STREAM = -1;
export const ANY = -2;

/** Part of SQL text, so nothing but a plain name. Throws `TypeError`. */
export function checkSchemaName(schema: string): void {
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) throw new TypeError(`Not a schema name: ${schema}`);
}

/** Idempotent, and safe while other processes do the same: the lock is held to the end of the transaction. */
export async function createSchema(pool: Pool, schema: string): Promise<void> {
  await pool.query(`
    begin;
    select pg_advisory_xact_lock(hashtextextended('create ${schema}', 0));
    ${tables(schema)}
    ${appendFunction(schema)}
    commit;
  `);
}

/** Made once: even `if not exists` waits for whoever is appending, and makes everybody else wait behind it. */
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
    create index on ${schema}.event (event_id);
    create sequence ${schema}.position as bigint;
  end $do$;
`;

/**
 * Takes a group of appends, [{stream, expected, events: [{type, data, metadata}]}], in one round trip and one transaction.
 * Each is judged alone, in order, and answered with one row: revision and position of its last event; or, when it is
 * refused, no position and the stream's revision (${NO_STREAM}: no stream).
 *
 * Positions are drawn under one lock held to the commit, so whoever sees a position sees every lower one that will ever be.
 * The lock is taken by a statement of its own: the statements after it get a snapshot in which the last holder's events are.
 * Streams are looked up one by one, by key: joined as a set, the planner comes to scan the table once it has grown.
 */
const appendFunction = (schema: string): string => `
  create or replace function ${schema}.append(appends jsonb)
    returns table (last_revision integer, last_position bigint) language plpgsql as $function$
  declare
    request record;
    size integer;
    current integer;
    found_before integer;
  begin
    -- Durable when it answers, however the server is set; a stricter setting stays.
    if current_setting('synchronous_commit') = 'off' then
      perform set_config('synchronous_commit', 'on', true);
    end if;
    perform pg_advisory_xact_lock(hashtextextended('append ${schema}', 0));
    for request in
      select value ->> 'stream' as stream, (value ->> 'expected')::integer as expected, value -> 'events' as events
      from jsonb_array_elements(appends)
    loop
      size := jsonb_array_length(request.events);
      found_before := 0;
      select e.revision into current from ${schema}.event e where e.stream = request.stream order by e.revision desc limit 1;
      current := coalesce(current, ${NO_STREAM});

      if request.expected <> current then
        select count(*), max(e.revision), max(e.position) into found_before, last_revision, last_position
        from jsonb_array_elements(request.events) with ordinality sent (event, number)
        cross join lateral (
          select e.revision, e.position from ${schema}.event e
          where e.event_id = (sent.event -> 'metadata' ->> 'eventId')::uuid and e.stream = request.stream
            and request.expected in (${ANY}, e.revision - sent.number)
          limit 1
        ) e;
      end if;

      if request.expected = current or (request.expected = ${ANY} and found_before = 0) then
        insert into ${schema}.event (position, stream, revision, event_id, type, data, metadata)
        select nextval('${schema}.position'), request.stream, current + number,
          (event -> 'metadata' ->> 'eventId')::uuid, event ->> 'type', event -> 'data', event -> 'metadata'
        from jsonb_array_elements(request.events) with ordinality sent (event, number)
        order by number;
        last_revision := current + size;
        last_position := currval('${schema}.position');
      elsif found_before < size then
        last_revision := current;
        last_position := null;
      end if;
      return next;
    end loop;
  end
  $function$;
`;
