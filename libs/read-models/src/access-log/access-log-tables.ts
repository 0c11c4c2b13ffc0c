import { sql } from 'kysely';

/** Append-only, enforced by the database: a role that may insert still cannot update or delete. */
const CREATED = [
  `create table access_log
     (id bigint generated always as identity primary key, at timestamptz not null default now(), user_id text, email text,
      role text not null, referral_ids text[] not null, screen text not null, outcome text not null,
      address_hash text not null, input_hash text)`,
  `create index access_log_referral_ids on access_log using gin (referral_ids)`,
  `create function access_log_is_append_only() returns trigger language plpgsql as
     $$ begin raise exception 'access_log is append-only'; end $$`,
  `create trigger access_log_is_append_only before update or delete or truncate on access_log
     for each statement execute function access_log_is_append_only()`,
];

/**
 * A change of a list is sent to every person who has it open, many times a second. An entry per person and change would outgrow the rest of
 * the database, so a follower is recorded once, when they join, and each change refers to that entry.
 */
const LIVE = [
  `alter table access_log add column follow_id uuid`,
  `create index access_log_follow_id on access_log (follow_id) where follow_id is not null`,
  `create table live_access
     (id bigint generated always as identity primary key, at timestamptz not null default now(), referral_ids text[] not null,
      follow_ids uuid[] not null)`,
  `create index live_access_referral_ids on live_access using gin (referral_ids)`,
  `create trigger live_access_is_append_only before update or delete or truncate on live_access
     for each statement execute function access_log_is_append_only()`,
];

/** Without defaults: the entries of the releases before stay as they are, and so does the time that this takes, at any number of them. */
const VIEWINGS = [
  'alter table access_log add column company_id integer, add column session_hash text, add column row_ids text[]',
];

/**
 * One sequence for both tables gives all viewings one order (docs/decisions/0149). The default of a column that is there already is for new
 * entries alone, so those before have no salt.
 */
const PROVEN = [
  'alter table access_log add column salt uuid',
  'alter table access_log alter column salt set default gen_random_uuid()',
  'alter table live_access add column salt uuid',
  'alter table live_access alter column salt set default gen_random_uuid()',
  'alter table live_access alter column id drop identity',
  `alter table live_access alter column id set default nextval('access_log_id_seq')`,
  `select setval('access_log_id_seq', greatest(nextval('access_log_id_seq'), (select max(id) from live_access)))`,
];

/** Who looked, as the audit is asked for it: `NOT_SIGNED_IN` and `NO_COMPANY` of the contracts stand for null. */
export const VIEWER = sql.raw(`coalesce(user_id, 'not-signed-in')`);
export const VIEWERS_COMPANY = sql.raw('coalesce(company_id, 0)');

/**
 * Newest first by person, company and screen, and live rows by their followers (docs/decisions/0154). Of a log with millions of viewings an
 * operator makes them before the upgrade, without a lock (docs/operating.md), and none is made here.
 */
const SEARCHED = [
  `create index if not exists access_log_at on access_log (at desc, id desc)`,
  `create index if not exists access_log_viewer on access_log ((coalesce(user_id, 'not-signed-in')), at desc, id desc)`,
  `create index if not exists access_log_company on access_log ((coalesce(company_id, 0)), at desc, id desc)`,
  `create index if not exists access_log_screen on access_log (screen, at desc, id desc)`,
  `create index if not exists live_access_follow_ids on live_access using gin (follow_ids)`,
];

/** The statements that make the tables of the access log, in groups, in the order of their release. The API runs them among its own. */
export const ACCESS_LOG_TABLES = {
  created: CREATED,
  live: LIVE,
  viewings: VIEWINGS,
  proven: PROVEN,
  searched: SEARCHED,
} as const;
