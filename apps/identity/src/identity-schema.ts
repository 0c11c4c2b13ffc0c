import type { UserProfile } from './user/user-profile.js';

/**
 * The provider's tables, all in the PostgreSQL schema `identity`. Every secret that a browser holds (session token,
 * session id, authorization code) is stored as its SHA-256 only.
 */
export interface IdentitySchema {
  user: {
    id: string;
    /** The profile's login in lower case: logins are unique without regard to case. */
    login_key: string;
    status: UserStatus;
    profile: UserProfile;
    /** Argon2id in PHC form; null until the person has chosen a password. */
    password_hash: string | null;
    password_changed_at: Date | null;
    created_at: Date;
    activated_at: Date | null;
    last_sign_in_at: Date | null;
  };
  /** Attempts that have not (yet) succeeded, by subject (`counted-by.ts`), which is hashed. Both counts decrease with time. */
  sign_in_attempt: {
    subject: string;
    /** Failures, which cause delays and locks. */
    failures: number;
    /** Guesses that were spent from the budget. */
    spent: number;
    last_tried_at: Date;
    locked_until: Date | null;
  };
  /** The sources from which an account was signed in to, by address and by browser; the subject is hashed. */
  known_source: { subject: string; last_used_at: Date };
  /** The token of a mailed link that makes a browser known for an account; one for each account. */
  browser_link: { user_id: string; token_hash: string; issued_at: Date; expires_at: Date };
  session_token: { token_hash: string; user_id: string; browser_hash: string; expires_at: Date };
  sso_session: { id_hash: string; user_id: string; signed_in_at: Date; last_used_at: Date };
  authorization_code: {
    code_hash: string;
    session_hash: string;
    code_challenge: string;
    nonce: string | null;
    scope: string;
    expires_at: Date;
  };
  /** The token of a mailed link with which a person can choose a password, once. */
  recovery_token: { token_hash: string; user_id: string; recovery_type: RecoveryType; expires_at: Date };
  /** A browser that has presented a recovery token and may choose a password. Deleted with that token. */
  state_token: { token_hash: string; recovery_hash: string; expires_at: Date };
  revoked_token: { jti: string; expires_at: Date };
  signing_key: { kid: string; private_jwk: Record<string, unknown>; created_at: Date };
}

/** The implemented part of Okta's user life cycle. Only an active user can sign in. */
export type UserStatus = 'STAGED' | 'PROVISIONED' | 'ACTIVE' | 'DEPROVISIONED';

export type RecoveryType = 'ACCOUNT_ACTIVATION';

export const IDENTITY_MIGRATIONS: readonly string[] = [
  `create schema if not exists identity`,
  `create table identity.user (
     id text primary key,
     login_key text not null unique,
     status text not null,
     profile jsonb not null,
     password_hash text,
     password_changed_at timestamptz,
     created_at timestamptz not null,
     activated_at timestamptz,
     last_sign_in_at timestamptz
   )`,
  `create table identity.sign_in_attempt (
     subject text primary key,
     failures integer not null,
     last_tried_at timestamptz not null,
     not_before timestamptz not null,
     locked_until timestamptz
   )`,
  `create table identity.session_token (
     token_hash text primary key,
     user_id text not null references identity.user on delete cascade,
     expires_at timestamptz not null
   )`,
  `create table identity.sso_session (
     id_hash text primary key,
     user_id text not null references identity.user on delete cascade,
     signed_in_at timestamptz not null,
     last_used_at timestamptz not null
   )`,
  `create table identity.authorization_code (
     code_hash text primary key,
     session_hash text not null references identity.sso_session on delete cascade,
     code_challenge text not null,
     nonce text,
     scope text not null,
     expires_at timestamptz not null
   )`,
  `create table identity.revoked_token (jti text primary key, expires_at timestamptz not null)`,
  `create table identity.signing_key (kid text primary key, private_jwk jsonb not null, created_at timestamptz not null)`,
  `create table identity.recovery_token (
     token_hash text primary key,
     user_id text not null references identity.user on delete cascade,
     recovery_type text not null,
     expires_at timestamptz not null
   )`,
  `create table identity.state_token (
     token_hash text primary key,
     recovery_hash text not null references identity.recovery_token on delete cascade,
     expires_at timestamptz not null
   )`,
  `alter table identity.session_token add column browser_hash text not null default ''`,
  `alter table identity.sign_in_attempt alter column failures type double precision`,
  `create table identity.known_source (subject text primary key, last_used_at timestamptz not null)`,
  // Version 2.3.1 still reads `not_before` while it runs beside this one: a later release is to drop it.
  `alter table identity.sign_in_attempt alter column not_before set default now(), add column spent double precision not null default 0`,
  `create table identity.browser_link (
     user_id text primary key references identity.user on delete cascade,
     token_hash text not null unique,
     issued_at timestamptz not null,
     expires_at timestamptz not null
   )`,
];
