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
    /** Locks of browsers from before this time no longer count. */
    unlocked_at: Date | null;
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
  /** `amr`: how the person signed in (RFC 8176), separated by spaces. */
  session_token: { token_hash: string; user_id: string; browser_hash: string; amr: string; expires_at: Date };
  sso_session: {
    id_hash: string;
    user_id: string;
    amr: string;
    user_agent: string | null;
    signed_in_at: Date;
    last_used_at: Date;
  };
  authorization_code: {
    code_hash: string;
    session_hash: string;
    code_challenge: string;
    nonce: string | null;
    scope: string;
    /** The access token that it was redeemed for; null until then. */
    redeemed_jti: string | null;
    expires_at: Date;
  };
  /** The token of a mailed link with which a person can choose a password, once. */
  recovery_token: { token_hash: string; user_id: string; recovery_type: RecoveryType; expires_at: Date };
  /** A sign-in or recovery that has not finished (`transaction/states.ts`). Of the state token only the hash is stored. */
  authn_transaction: {
    token_hash: string;
    user_id: string;
    status: TransactionState;
    /** The second factor was verified, or its enrolment was skipped. */
    second_factor: SecondFactor | 'SKIPPED' | null;
    factor_id: string | null;
    /** The mailed link that began it; deleted with it. */
    recovery_hash: string | null;
    recovery_type: RecoveryType | null;
    /** The browser that the session token will be good in. */
    browser_hash: string;
    /** Subjects of `known_source` that become known when it succeeds. */
    sources: string[];
    relay_state: string | null;
    expires_at: Date;
  };
  /** A phone or an authenticator app. */
  factor: {
    id: string;
    user_id: string;
    factor_type: FactorType;
    /** Of a phone. */
    phone_number: string | null;
    /** Of an authenticator app, encrypted with a key that is not in the database. */
    sealed_secret: string | null;
    /** The time step of the last code of an authenticator app that was used. */
    used_step: number | null;
    status: FactorStatus;
    created_at: Date;
  };
  /** A code that was sent, hashed with a key. `subject` is what it confirms: a transaction, or a factor that our servers enrol. */
  sent_code: { subject: string; code_hash: string; expires_at: Date };
  /** What is used of a budget (`budget.ts`); it decreases with time. */
  budget_use: { subject: string; spent: number; counted_at: Date };
  /** Passwords that a person had before. */
  password_history: { user_id: string; password_hash: string; replaced_at: Date };
  group: { id: string; profile: GroupProfile; created_at: Date };
  group_member: { group_id: string; user_id: string };
  revoked_token: { jti: string; expires_at: Date };
  /** `activated_at`: since when it signs; null for the next one, which is published before it signs. */
  signing_key: { kid: string; private_jwk: Record<string, unknown>; created_at: Date; activated_at: Date | null };
}

/**
 * Okta's user life cycle. An active user can sign in, one whose password has expired must choose another first, and one in recovery
 * has only the mailed link.
 */
export type UserStatus =
  'STAGED' | 'PROVISIONED' | 'ACTIVE' | 'PASSWORD_EXPIRED' | 'RECOVERY' | 'SUSPENDED' | 'DEPROVISIONED';

export type RecoveryType = 'ACCOUNT_ACTIVATION' | 'PASSWORD' | 'UNLOCK';

export type TransactionState =
  'MFA_ENROLL' | 'MFA_ENROLL_ACTIVATE' | 'MFA_REQUIRED' | 'MFA_CHALLENGE' | 'PASSWORD_EXPIRED' | 'PASSWORD_RESET';

export type FactorType = 'sms' | 'token:software:totp';

/** How a sign-in was confirmed. */
export type SecondFactor = 'SMS' | 'TOTP';

export type FactorStatus = 'PENDING_ACTIVATION' | 'ACTIVE';

export interface GroupProfile {
  readonly name: string;
  readonly description?: string | null | undefined;
  /** Whether its members need a second factor to sign in. */
  readonly secondFactor?: SecondFactorPolicy | null | undefined;
}

export type SecondFactorPolicy = 'REQUIRED' | 'OPTIONAL';

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
  // Version 2.3.1 still uses `state_token` while it runs beside this one: a later release is to drop it.
  `create table identity.factor (
     id text primary key,
     user_id text not null references identity.user on delete cascade,
     phone_number text not null,
     status text not null,
     created_at timestamptz not null
   )`,
  `create index factor_user on identity.factor (user_id)`,
  `create table identity.authn_transaction (
     token_hash text primary key,
     user_id text not null references identity.user on delete cascade,
     status text not null,
     second_factor text,
     factor_id text references identity.factor on delete cascade,
     recovery_hash text references identity.recovery_token on delete cascade,
     recovery_type text,
     browser_hash text not null,
     sources text[] not null,
     relay_state text,
     expires_at timestamptz not null
   )`,
  `create index authn_transaction_user on identity.authn_transaction (user_id)`,
  `create table identity.sent_code (subject text primary key, code_hash text not null, expires_at timestamptz not null)`,
  `create table identity.budget_use (subject text primary key, spent double precision not null, counted_at timestamptz not null)`,
  `create table identity.password_history (
     user_id text not null references identity.user on delete cascade,
     password_hash text not null,
     replaced_at timestamptz not null
   )`,
  `create index password_history_user on identity.password_history (user_id, replaced_at)`,
  `create table identity.group (id text primary key, profile jsonb not null, created_at timestamptz not null)`,
  `create unique index group_name on identity.group ((profile ->> 'name'))`,
  `create table identity.group_member (
     group_id text not null references identity.group on delete cascade,
     user_id text not null references identity.user on delete cascade,
     primary key (group_id, user_id)
   )`,
  `create index group_member_user on identity.group_member (user_id)`,
  `alter table identity.user add column unlocked_at timestamptz`,
  `alter table identity.session_token add column amr text not null default 'pwd'`,
  `alter table identity.sso_session add column amr text not null default 'pwd', add column user_agent text`,
  `create index sso_session_user on identity.sso_session (user_id)`,
  `alter table identity.signing_key add column activated_at timestamptz`,
  `update identity.signing_key set activated_at = created_at`,
  `alter table identity.authorization_code add column redeemed_jti text`,
  `alter table identity.factor
     add column factor_type text not null default 'sms',
     add column sealed_secret text,
     add column used_step integer,
     alter column phone_number drop not null`,
];
