import type { Generated, GeneratedAlways } from 'kysely';

/*
 * The access log: not a read model, because nothing follows from the log of events. Whoever shows data adds an entry, and nobody changes one
 * (docs/decisions/0145).
 */

export interface AccessLogTable {
  id: GeneratedAlways<number>;
  at: Generated<Date>;
  /** Null for an anonymous caller. For a command of an operator, `OPERATING_SYSTEM` with the name of the operating system's user. */
  user_id: string | null;
  email: string | null;
  role: string;
  /** The company of the person at that time; null: none, or not recorded (see `row_ids`). */
  company_id: number | null;
  /** Referrals whose data was shown; empty if none was. */
  referral_ids: readonly string[];
  /**
   * What was shown beside whole referrals: files, notes, messages, accounts, acts, failures. Null: the entry is of a release that recorded
   * neither these nor company and session.
   */
  row_ids: readonly string[] | null;
  screen: string;
  outcome: AccessOutcome;
  /** Keyed hash: distinguishes network addresses without storing them. Empty for a command of an operator. */
  address_hash: string;
  /** Keyed hash that distinguishes the sessions of a person; null: nobody was signed in, or not recorded. */
  session_hash: string | null;
  /** Keyed hash of the input of an open look-up. */
  input_hash: string | null;
  /** Set when a topic is followed live from this access on; `live_access` refers to it. */
  follow_id: string | null;
  /** Stands before the content in what a proof commits to. Null: of a release before. */
  salt: Generated<string | null>;
}

/** `downloaded`: shown in a form that is made to be kept, a file or an export. */
export type AccessOutcome = 'shown' | 'downloaded' | 'not-found' | 'refused';

/** Rows that were sent live to all followers of a topic, as one entry. */
export interface LiveAccessTable {
  /** From the sequence of `access_log`. */
  id: Generated<number>;
  at: Generated<Date>;
  /** Referrals whose data was in the rows. */
  referral_ids: readonly string[];
  /** The followers, by the `follow_id` of their entries in `access_log`. */
  follow_ids: readonly string[];
  salt: Generated<string | null>;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    access_log: AccessLogTable;
    live_access: LiveAccessTable;
  }
}

/** Begins the `user_id` of an entry for a command that an operator ran. */
export const OPERATING_SYSTEM = 'os:';
/** The `role` of such an entry. */
export const OPERATOR = 'operator';
