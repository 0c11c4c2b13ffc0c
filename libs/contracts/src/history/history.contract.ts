import type { Actor, ReferralHistoryEvent } from '@throughline/domain';
import { z } from 'zod';
import { feedPosition } from '../envelope.contract.js';
import { instant, optionalText, requiredLines, requiredText } from '../order/fields.js';
import { referralId } from '../referral/referral.contract.js';
import { wholeNumber } from '../search/whole-number.js';

const AS_OF = 'asOf must be a position or a time such as 2026-11-19T16:20:00Z.';

const asOf = z.union([wholeNumber(), instant(AS_OF)], {
  error: AS_OF,
});

/**
 * GET /referrals/referral/{id}/history. `asOf` is a position of the log or a time (ISO 8601); an empty value is ignored. The history is
 * read from the log itself, so it is never behind.
 */
export const historyQuery = z.object({
  asOf: z.preprocess((given) => (given === '' ? undefined : given), asOf.optional()).optional(),
});

const text = z.string().nullable();
/** Who acted. */
export const actor = z.object({
  userId: text,
  email: text,
  role: z.enum(['anonymous', 'referrer', 'staff', 'ops', 'admin', 'system']),
  companyId: z.number().nullable(),
}) satisfies z.ZodType<Actor>;

/** An event as it is stored. The domain's event types define its data. */
export const eventOf = <Event>() =>
  z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) }) as z.ZodType as z.ZodType<Event, Event>;

/** One event of the referral, from any of its streams, in the order of the log. */
const historyEntry = z.object({
  position: z.number(),
  stream: z.string(),
  revision: z.number(),
  event: eventOf<ReferralHistoryEvent>(),
  at: z.string(),
  actor,
  eventId: z.string(),
  commandId: z.string(),
  /** Id of the event or command that caused it; null if a person started it. */
  causationId: text,
});
export type HistoryEntry = Readonly<z.infer<typeof historyEntry>>;

/** An access to the referral (docs/promises.md 1.8). */
const accessEntry = z.object({ at: z.string(), email: text, role: z.string(), screen: z.string() });
export type AccessEntry = Readonly<z.infer<typeof accessEntry>>;

const chainCheck = z.object({
  stream: z.string(),
  ok: z.boolean(),
  /** Number of intact events, from the first. */
  events: z.number(),
  /** Only if not ok. `cut` and `rewritten` are found by comparison with the last event that was seen before. */
  reason: z.enum(['changed', 'reordered', 'missing', 'cut', 'rewritten']).exactOptional(),
  /** The first event at fault. */
  revision: z.number().exactOptional(),
  /** The last event of the stream that was seen before; only with `cut`. */
  seenRevision: z.number().exactOptional(),
});
export type ChainCheck = Readonly<z.infer<typeof chainCheck>>;

export const referralHistory = z.object({
  /** The id of the referral or of the recertification. */
  referralId: z.string(),
  entries: z.array(historyEntry).readonly(),
  accesses: z.array(accessEntry).readonly(),
  chains: z.array(chainCheck).readonly(),
  /** Read before the entries, so that the live topic announces every event that the entries do not include. */
  feed: feedPosition,
});
export type ReferralHistory = Readonly<z.infer<typeof referralHistory>>;

/** POST /history/create (ordering specification, section 7). `userId` must be the caller's own. */
export const recordHistoryBody = z.object({
  userId: z.string().nullish(),
  patientKey: optionalText('Patient key'),
  referralId,
  elementName: requiredText('Element name'),
  elementKey: optionalText('Element key'),
  changes: requiredLines('Changes', 8000),
  dateTime: instant('dateTime must be a time such as 2026-11-19T16:20:00Z.'),
});
export type RecordHistoryBody = z.infer<typeof recordHistoryBody>;
