import type { Actor, ReferralHistoryEvent } from '@throughline/domain';
import { z } from 'zod';
import { asOf } from './as-of.contract.js';
import { feedPosition } from '../envelope.contract.js';
import { instant, optionalText, requiredDay, requiredLines, requiredText } from '../order/fields.js';
import { referralId } from '../referral/referral.contract.js';
import { wholeNumber } from '../search/whole-number.js';

/** GET /referrals/referral/{id}/history. The history is read from the log itself, so it is never behind. */
export const historyQuery = z.object({ asOf: asOf.optional() });

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

/** Who looked: the person and what they were at that time. `name` is the one that their account has now. */
const viewedBy = {
  /** Null: somebody who was not signed in. For a command of an operator, `os:` with the name of the operating system's user. */
  userId: text,
  email: text,
  name: text,
  role: z.string(),
  companyId: z.number().nullable(),
  /** Null: none, or not recorded. */
  company: text,
  /** False for entries of a release that did not record it. */
  isCompanyRecorded: z.boolean(),
};

/** One viewing of the referral (docs/promises.md 1.8). */
export const viewing = z.object({
  /** Identifies the viewing. */
  key: z.string(),
  at: z.string(),
  ...viewedBy,
  /** Distinguishes the sessions of one person; null: nobody was signed in, or not recorded. */
  session: text,
  screen: z.string(),
  outcome: z.enum(['shown', 'downloaded', 'not-found', 'refused']),
  /** What was shown beside the referral itself, such as the number of a file. */
  rowIds: z.array(z.string()).readonly(),
});
export type Viewing = Readonly<z.infer<typeof viewing>>;

const seenScreen = z.object({
  screen: z.string(),
  first: z.string(),
  last: z.string(),
  times: z.number(),
  /** How many of `times` were downloads. */
  downloads: z.number(),
});

const viewer = z.object({
  ...viewedBy,
  ...seenScreen.omit({ screen: true }).shape,
  /** Last seen first. */
  screens: z.array(seenScreen).readonly(),
});
export type Viewer = Readonly<z.infer<typeof viewer>>;

/** A day in Central Time, YYYY-MM-DD. An empty value is ignored. */
const dayOr = (name: string) =>
  z.preprocess((given) => (given === '' ? undefined : given), requiredDay(name).optional()).optional();

/** GET /referrals/referral/{id}/viewers: the days are whole days in Central Time, both included. */
export const viewersQuery = z.object({ from: dayOr('From'), to: dayOr('To') });

/** `person` of those who were not signed in. */
export const NOT_SIGNED_IN = 'not-signed-in';
/** `company` of those who had none, or whose company was not recorded. */
export const NO_COMPANY = 0;

/** GET /referrals/referral/{id}/viewings: single viewings, newest first, each parameter narrowing them. */
export const viewingsQuery = z.object({
  ...viewersQuery.shape,
  /** A user id, or `NOT_SIGNED_IN`. */
  person: z.string().min(1).max(200).optional(),
  role: z.string().min(1).max(40).optional(),
  company: wholeNumber().optional(),
  screen: z.string().min(1).max(100).optional(),
  /** The `next` of the page before. */
  before: z.string().max(200).optional(),
  pageSize: wholeNumber({ least: 1, most: 500 }).default(100),
});

export const viewers = z.object({
  /** Everybody in the period, each as often as they had another role or company. */
  people: z.array(viewer).readonly(),
  /** The number of viewings in the period. */
  found: z.number(),
  /** The number of viewings at any time. */
  total: z.number(),
});
export type Viewers = Readonly<z.infer<typeof viewers>>;

export const viewings = z.object({
  rows: z.array(viewing).readonly(),
  /** The number of viewings that the parameters leave, on all pages. */
  found: z.number(),
  /** Begins the next page; null: this is the last one. */
  next: text,
});
export type Viewings = Readonly<z.infer<typeof viewings>>;

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
  /** A `CaseId`. */
  referralId: z.string(),
  entries: z.array(historyEntry).readonly(),
  /** The newest viewings. `GET /referrals/referral/{id}/viewings` has all of them. */
  accesses: z.array(viewing).readonly(),
  /** The number of all viewings. */
  accessCount: z.number(),
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
