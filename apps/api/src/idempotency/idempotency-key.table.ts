import type { Generated } from 'kysely';
import type { Facts } from './command-context.js';

/** A command's outcome as it was first told. */
export type StoredAnswer =
  | { readonly outcome: 'written'; readonly data: unknown; readonly position: number }
  | { readonly outcome: 'rejected'; readonly code: `${string}/${string}`; readonly message: string };

export interface IdempotencyKeyTable {
  key: string;
  /** User id; empty for an anonymous caller. */
  actor: string;
  /** Keyed hash over method, path and body: what the key was first used for, without keeping it. */
  request_hash: string;
  facts: Facts;
  answer: StoredAnswer | null;
  created_at: Generated<Date>;
}

export const IDEMPOTENCY_TABLES = [
  `create table idempotency_key
     (key uuid primary key, actor text not null, request_hash text not null, facts json not null, answer json,
      created_at timestamptz not null default now())`,
  `create index idempotency_key_created_at on idempotency_key (created_at)`,
];
