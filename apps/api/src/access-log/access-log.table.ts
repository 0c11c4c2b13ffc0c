import type { Generated, GeneratedAlways } from 'kysely';

export interface AccessLogTable {
  id: GeneratedAlways<number>;
  at: Generated<Date>;
  /** Null: nobody was signed in. */
  user_id: string | null;
  email: string | null;
  role: string;
  /** Referrals whose data was shown; empty where none was. */
  referral_ids: readonly string[];
  screen: string;
  outcome: AccessOutcome;
  /** Keyed hash: tells addresses apart without keeping them. */
  address_hash: string;
  /** Keyed hash of what an open look-up asked for. */
  input_hash: string | null;
}

export type AccessOutcome = 'shown' | 'not-found' | 'refused';

/** Append-only by the database itself: who may insert may still not change or take back. */
export const ACCESS_LOG_TABLES = [
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
