import type { ReadModelSchema } from '@throughline/read-models';
import { ACCESS_LOG_TABLES, type AccessLogTable } from '../access-log/access-log.table.js';
import { IDEMPOTENCY_TABLES, type IdempotencyKeyTable } from '../idempotency/idempotency-key.table.js';
import { LOOK_UP_TICKET_TABLES, type LookUpTicketTable } from '../referral-access/look-up-ticket.table.js';
import { RATE_LIMIT_TABLES } from '../rate-limit/rate-limit.table.js';

export interface ApiSchema extends ReadModelSchema {
  access_log: AccessLogTable;
  idempotency_key: IdempotencyKeyTable;
  look_up_ticket: LookUpTicketTable;
}

/** The API's own tables, in the order in which they came to be: only ever add at the end. */
export const API_TABLES: readonly string[] = [
  ...IDEMPOTENCY_TABLES,
  ...ACCESS_LOG_TABLES,
  ...RATE_LIMIT_TABLES,
  ...LOOK_UP_TICKET_TABLES,
];
