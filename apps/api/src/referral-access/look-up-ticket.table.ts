import type { RewardProgramme } from '@throughline/domain';
import type { Generated } from 'kysely';

export interface LookUpTicketTable {
  /** Keyed hash: who reads the table cannot order. */
  ticket_hash: string;
  eligible_patient_id: string;
  programme: RewardProgramme;
  expires_at: Date;
  /** Command id of the order that it was spent on; null: it may still be spent. */
  spent_by: Generated<string | null>;
  referral_id: Generated<string | null>;
}

export const LOOK_UP_TICKET_TABLES = [
  `create table look_up_ticket
     (ticket_hash text primary key, eligible_patient_id text not null, programme text not null,
      expires_at timestamptz not null, spent_by uuid, referral_id text)`,
  `create index look_up_ticket_expires_at on look_up_ticket (expires_at)`,
];
