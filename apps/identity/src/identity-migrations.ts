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
  // Version 2.3.1, which may run beside this one, still reads `not_before`. A later release should drop it.
  `alter table identity.sign_in_attempt alter column not_before set default now(), add column spent double precision not null default 0`,
  `create table identity.browser_link (
     user_id text primary key references identity.user on delete cascade,
     token_hash text not null unique,
     issued_at timestamptz not null,
     expires_at timestamptz not null
   )`,
  // Version 2.3.1, which may run beside this one, still uses `state_token`. A later release should drop it.
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
  `create table identity.passkey (
     id text primary key,
     user_id text not null references identity.user on delete cascade,
     credential_id text not null unique,
     public_key text not null,
     counter double precision not null,
     transports text[] not null,
     name text not null,
     created_at timestamptz not null,
     last_used_at timestamptz
   )`,
  `create index passkey_user on identity.passkey (user_id)`,
  `create table identity.passkey_challenge (challenge_hash text primary key, holder text not null, expires_at timestamptz not null)`,
  `create table identity.remembered_device (
     user_id text not null references identity.user on delete cascade,
     browser_hash text not null,
     factor_id text not null references identity.factor on delete cascade,
     expires_at timestamptz not null,
     primary key (user_id, browser_hash)
   )`,
  // Applies most of what `loginKey` folds to accounts that are older than it. If two would get the same key, the second keeps its own;
  // `findUserByLogin` finds it, and accounts whose key has the ASCII form of a domain.
  `update identity.user as spelt set login_key = canonical.key
     from (
       select distinct on (key) id, key
         from (select id, created_at, replace(normalize(login_key, NFKC), '。', '.') as key from identity.user) as keys
        order by key, created_at
     ) as canonical
    where canonical.id = spelt.id and canonical.key <> spelt.login_key
      and not exists (select from identity.user as taken where taken.login_key = canonical.key)`,
  `create table identity.outgoing_mail (
     message_id text primary key,
     kind text not null,
     recipient_hash text not null,
     sealed_mail text not null,
     attempts integer not null,
     due_at timestamptz not null,
     give_up_at timestamptz not null
   )`,
  `create index outgoing_mail_due on identity.outgoing_mail (due_at)`,
  `create index outgoing_mail_recipient on identity.outgoing_mail (recipient_hash)`,
  `alter table identity.user add column recovery_question text, add column recovery_answer_hash text`,
  `create table identity.ended_token (id text primary key, ended_at timestamptz not null default now())`,
  `create index ended_token_at on identity.ended_token (ended_at)`,
  // Triggers, so that no way to end a session is forgotten, including those of an earlier release that runs beside this one.
  `create function identity.note_ended_sessions() returns trigger language plpgsql as $$
   begin
     insert into identity.ended_token (id) select id_hash from ended on conflict do nothing;
     return null;
   end $$`,
  `create trigger note_ended after delete on identity.sso_session
     referencing old table as ended for each statement execute function identity.note_ended_sessions()`,
  `create function identity.note_revoked_tokens() returns trigger language plpgsql as $$
   begin
     insert into identity.ended_token (id) select jti from revoked on conflict do nothing;
     return null;
   end $$`,
  `create trigger note_ended after insert on identity.revoked_token
     referencing new table as revoked for each statement execute function identity.note_revoked_tokens()`,
  `alter table identity.session_token add column by_program boolean not null default false`,
  `alter table identity.authn_transaction add column by_program boolean not null default false`,
];
