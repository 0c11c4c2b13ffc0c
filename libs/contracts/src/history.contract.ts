import type { Actor, ReferralHistoryEvent } from '@throughline/domain';
import { z } from 'zod';
import type { FeedPosition } from './envelope.contract.js';
import { referralId } from './referral.contract.js';

const AS_OF = 'asOf must be a position or a time such as 2026-11-19T16:20:00Z.';

const asOf = z.union([z.coerce.number().int().min(0), z.iso.datetime({ offset: true, error: AS_OF })], {
  error: AS_OF,
});

/**
 * GET /referrals/referral/{id}/history: `asOf` is a position of the log, or a time (ISO 8601); empty as if it were not there. Read
 * from the log: never behind.
 */
export const historyQuery = z.object({
  asOf: z.preprocess((given) => (given === '' ? undefined : given), asOf.optional()).optional(),
});

/** One event of the referral, whichever stream it is in, in the order of the log. */
export interface HistoryEntry {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly event: ReferralHistoryEvent;
  readonly at: string;
  readonly actor: Actor;
  readonly eventId: string;
  readonly commandId: string;
  /** Event id or command id that led to it; null when a person began it. */
  readonly causationId: string | null;
}

/** Somebody looked at the referral (QUALITY.md 1.8). */
export interface AccessEntry {
  readonly at: string;
  readonly email: string | null;
  readonly role: string;
  readonly screen: string;
}

export interface ChainCheck {
  readonly stream: string;
  readonly ok: boolean;
  /** How many are as they were written, from the first. */
  readonly events: number;
  /** Only when not ok; `cut` and `rewritten` in comparison with what had been seen. */
  readonly reason?: 'changed' | 'reordered' | 'missing' | 'cut' | 'rewritten';
  /** The event that it is about. */
  readonly revision?: number;
  /** The last event that had been seen of the stream; only with `cut`. */
  readonly seenRevision?: number;
}

export interface ReferralHistory {
  readonly referralId: string;
  readonly entries: readonly HistoryEntry[];
  readonly accesses: readonly AccessEntry[];
  readonly chains: readonly ChainCheck[];
  /** Read before the entries, so that the live topic tells of everything that they lack. */
  readonly feed: FeedPosition;
}

/** POST /history/create (ordering specification, section 7). `userId` must be the caller's own. */
export const recordHistoryBody = z.object({
  userId: z.string().nullish(),
  patientKey: z.string().max(50).nullish(),
  referralId,
  elementName: z.string().trim().min(1, 'Element name is required.').max(50),
  elementKey: z.string().max(50).nullish(),
  changes: z.string().trim().min(1, 'Changes is required.').max(8000),
  dateTime: z.iso.datetime({ offset: true, error: 'dateTime must be a time such as 2026-11-19T16:20:00Z.' }),
});
export type RecordHistoryBody = z.infer<typeof recordHistoryBody>;
