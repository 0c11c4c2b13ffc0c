import type { RewardProgramme } from '@throughline/domain';
import { ACCESS_LOG_TABLES, type ReadModelSchema } from '@throughline/read-models';
import type { Generated } from 'kysely';
import type { CommandFacts } from '../command/command-context.js';

/** The read models, the access log, and the API's own tables. */
export interface ApiSchema extends ReadModelSchema {
  idempotency_key: IdempotencyKeyTable;
  look_up_ticket: LookUpTicketTable;
  token_answer: TokenAnswerTable;
  task_presence: TaskPresenceTable;
}

interface IdempotencyKeyTable {
  key: string;
  /** User id; empty for an anonymous caller. */
  actor: string;
  /** Keyed hash over method, path and body: tells whether a key is used for another request, without storing the request. */
  request_hash: string;
  /** Keyed hash over the parsed request. Null: stored by a release that did not have this column. */
  parsed_hash: string | null;
  facts: CommandFacts;
  /** Null until the command has a result. */
  answer: StoredOutcome | null;
  created_at: Generated<Date>;
}

/** A command's result as it was first answered. */
export type StoredOutcome =
  | { readonly outcome: 'written'; readonly data: unknown; readonly position: number }
  | { readonly outcome: 'rejected'; readonly code: `${string}/${string}`; readonly message: string };

const IDEMPOTENCY_TABLES = [
  `create table idempotency_key
     (key uuid primary key, actor text not null, request_hash text not null, facts json not null, answer json,
      created_at timestamptz not null default now())`,
  `create index idempotency_key_created_at on idempotency_key (created_at)`,
];

const PARSED_HASH = ['alter table idempotency_key add column parsed_hash text'];

/** In the form that rate-limiter-flexible requires. Unlogged: a crash resets the counts, and counting does not wait for the disk. */
const RATE_LIMIT_TABLES = [
  `create unlogged table rate_limit (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
];

interface LookUpTicketTable {
  /** Keyed hash, so that reading the table does not give a usable ticket. */
  ticket_hash: string;
  eligible_patient_id: string;
  programme: RewardProgramme;
  expires_at: Date;
  /** Id of the command that spent the ticket on its order; null while it can be spent. */
  spent_by: Generated<string | null>;
  referral_id: Generated<string | null>;
}

const LOOK_UP_TICKET_TABLES = [
  `create table look_up_ticket
     (ticket_hash text primary key, eligible_patient_id text not null, programme text not null,
      expires_at timestamptz not null, spent_by uuid, referral_id text)`,
  `create index look_up_ticket_expires_at on look_up_ticket (expires_at)`,
];

interface TokenAnswerTable {
  token_hash: string;
  asked_at: Date;
  active: boolean | null;
  answered_at: Date | null;
}

/** Unlogged: after a crash, each token is introspected once more. */
const TOKEN_ANSWER_TABLES = [
  `create unlogged table token_answer
     (token_hash text primary key, asked_at timestamptz not null, active boolean, answered_at timestamptz)`,
  `create index token_answer_asked_at on token_answer (asked_at)`,
];

interface TaskPresenceTable {
  socket_id: string;
  task_id: string;
  user_id: string;
  name: string;
  expires_at: Date;
}

/** Unlogged, because its content is outdated after seconds. */
const TASK_PRESENCE_TABLES = [
  `create unlogged table task_presence
     (socket_id text primary key, task_id text not null, user_id text not null, name text not null,
      expires_at timestamptz not null)`,
];

/** Migrations of the API's own tables, in the order of their release: append only. */
export const API_TABLES: readonly string[] = [
  ...IDEMPOTENCY_TABLES,
  ...ACCESS_LOG_TABLES.created,
  ...RATE_LIMIT_TABLES,
  ...LOOK_UP_TICKET_TABLES,
  ...ACCESS_LOG_TABLES.live,
  ...TOKEN_ANSWER_TABLES,
  ...TASK_PRESENCE_TABLES,
  ...PARSED_HASH,
  ...ACCESS_LOG_TABLES.viewings,
  ...ACCESS_LOG_TABLES.proven,
  ...ACCESS_LOG_TABLES.searched,
];
