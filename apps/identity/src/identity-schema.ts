import type { Generated, Selectable } from 'kysely';
import type { UserProfile } from './user/user-profile.js';

/**
 * The provider's tables, all in the PostgreSQL schema `identity`. Every secret that a browser holds (session token, session id,
 * authorization code) is stored only as its SHA-256.
 */
export interface IdentitySchema {
  user: {
    id: string;
    /** The profile's login, folded by `loginKey`, by which logins are unique. */
    login_key: string;
    status: UserStatus;
    profile: UserProfile;
    /** Argon2id in PHC form; null until the person has chosen a password. */
    password_hash: string | null;
    password_changed_at: Date | null;
    created_at: Date;
    activated_at: Date | null;
    last_sign_in_at: Date | null;
    /** Locks of browsers that are older than this are ignored. */
    unlocked_at: Date | null;
    /** The question that is asked before a password is reset by a mailed link; null: none. The answer is hashed like a password. */
    recovery_question: string | null;
    recovery_answer_hash: string | null;
  };
  /** Attempts that have not succeeded (yet), by subject (`counted-by.ts`), which is hashed. Both counts decrease with time. */
  sign_in_attempt: {
    subject: string;
    /** Failures, which cause delays and locks. */
    failures: number;
    /** Guesses that were taken from the budget. */
    spent: number;
    last_tried_at: Date;
    locked_until: Date | null;
  };
  /** The sources from which an account was signed in to, by address and by browser; the subject is hashed. */
  known_source: { subject: string; last_used_at: Date };
  /** The token of a mailed link that makes a browser known for an account; one per account. */
  browser_link: { user_id: string; token_hash: string; issued_at: Date; expires_at: Date };
  /** `amr`: how the person signed in (RFC 8176), separated by spaces. */
  session_token: {
    token_hash: string;
    user_id: string;
    browser_hash: string;
    /** True if a program without cookies earned it: then such a program may redeem it. */
    by_program: boolean;
    amr: string;
    expires_at: Date;
  };
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
    /** The `jti` of the access token that it was redeemed for; null until then. */
    redeemed_jti: string | null;
    expires_at: Date;
  };
  /** The token of a mailed link with which a person can choose a password, once. */
  recovery_token: { token_hash: string; user_id: string; recovery_type: RecoveryType; expires_at: Date };
  /** A sign-in or recovery that is not finished (`transaction/states.ts`). Only the hash of the state token is stored. */
  authn_transaction: {
    token_hash: string;
    user_id: string;
    status: TransactionState;
    /** How the second factor was verified, or that its enrolment was skipped; null: not yet. */
    second_factor: SecondFactor | 'REMEMBERED' | 'SKIPPED' | null;
    factor_id: string | null;
    /** The hash of the mailed link that began it; deleted with it. */
    recovery_hash: string | null;
    recovery_type: RecoveryType | null;
    /** The browser in which the session token will be valid. */
    browser_hash: string;
    /** True if a program without cookies began it: then such a program may redeem the session token. */
    by_program: boolean;
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
    /** Set for a phone. */
    phone_number: string | null;
    /** Set for an authenticator app; encrypted with a key that is not in the database. */
    sealed_secret: string | null;
    /** The time step of the last used code of an authenticator app. */
    used_step: number | null;
    status: FactorStatus;
    created_at: Date;
  };
  passkey: {
    id: string;
    user_id: string;
    credential_id: string;
    /** The key in COSE format, in base64url. */
    public_key: string;
    /** How many signatures the authenticator has counted; 0 for one that does not count. */
    counter: number;
    transports: string[];
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  /** A browser in which its person is not asked for the factor again; deleted with the factor. */
  remembered_device: { user_id: string; browser_hash: string; factor_id: string; expires_at: Date };
  /** A challenge that a passkey can sign once. `holder` is the hash of the browser or session that received it. */
  passkey_challenge: { challenge_hash: string; holder: string; expires_at: Date };
  /** A code that was sent, hashed with a key. `subject` is what it confirms: a transaction, or a factor that our servers enrol. */
  sent_code: { subject: string; code_hash: string; expires_at: Date };
  /** Mail that is waiting to be sent (`mail/mail-outbox.ts`), encrypted with a key that is not in the database. */
  outgoing_mail: {
    message_id: string;
    kind: MailKind;
    /** Keyed hash over the address and the kind of mail. */
    recipient_hash: string;
    sealed_mail: string;
    attempts: number;
    /** The earliest time of the next attempt. */
    due_at: Date;
    give_up_at: Date;
  };
  /** The spent part of a budget (`budget.ts`); it decreases with time. */
  budget_use: { subject: string; spent: number; counted_at: Date };
  /** Earlier passwords of a person. */
  password_history: { user_id: string; password_hash: string; replaced_at: Date };
  group: { id: string; profile: GroupProfile; created_at: Date };
  group_member: { group_id: string; user_id: string };
  revoked_token: { jti: string; expires_at: Date };
  /** The `sid` or `jti` of access tokens that ended before their expiry, written by triggers. Kept for a few minutes, to tell the API. */
  ended_token: { id: string; ended_at: Generated<Date> };
  /** `activated_at`: since when the key signs; null for the next one, which is published before it signs. */
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
  | 'MFA_ENROLL'
  | 'MFA_ENROLL_ACTIVATE'
  | 'MFA_REQUIRED'
  | 'MFA_CHALLENGE'
  | 'PASSWORD_EXPIRED'
  | 'RECOVERY'
  | 'PASSWORD_RESET';

/** A kind of mail, or of a request for one. */
export type MailKind =
  'activation' | 'browser-link' | 'browser-link-request' | 'recovery' | 'recovery-request' | 'security';

export type FactorType = 'sms' | 'token:software:totp';

/** How a sign-in was confirmed besides the password. */
export type SecondFactor = 'SMS' | 'TOTP' | 'PASSKEY';

export type FactorStatus = 'PENDING_ACTIVATION' | 'ACTIVE';

export interface GroupProfile {
  readonly name: string;
  readonly description?: string | null | undefined;
  /** Whether members of the group need a second factor to sign in. */
  readonly secondFactor?: SecondFactorPolicy | null | undefined;
}

export type SecondFactorPolicy = 'REQUIRED' | 'OPTIONAL';

/** A phone that takes codes, or an authenticator app that shows them. */
export type Factor = Selectable<IdentitySchema['factor']>;
