import { ACT_KINDS } from '@throughline/domain';
import { z } from 'zod';
import { commaList, queryFlag, readQuery } from '../envelope.contract.js';
import { caseId } from '../referral/referral.contract.js';
import { MAX_SEARCH_LENGTH } from '../search/list-address.js';
import { wholeNumber } from '../search/whole-number.js';
import { actor, viewersQuery, viewing } from './history.contract.js';

const MAX_VALUES = 20;

/** Values of which one must be so, and those of which none may. */
export interface Chosen<Value> {
  readonly include: readonly Value[];
  readonly exclude: readonly Value[];
}

/** Comma-separated values; `-` before one leaves it out: `person=ana,-sam`. */
const chosen = <Value>(name: string, read: (text: string) => Value | undefined) =>
  commaList.transform((texts, context): Chosen<Value> => {
    const valuesOf = (some: readonly string[]) => some.map(read);
    const include = valuesOf(texts.filter((text) => !text.startsWith('-')));
    const exclude = valuesOf(texts.filter((text) => text.startsWith('-')).map((text) => text.slice(1)));
    const all = [...include, ...exclude];
    if (all.includes(undefined) || all.length > MAX_VALUES) {
      const message = all.includes(undefined)
        ? `${name} has a value that does not exist.`
        : `${name} has more than ${MAX_VALUES} values.`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    return { include: include as Value[], exclude: exclude as Value[] };
  });

const nonEmpty = (text: string) => (text === '' ? undefined : text);
const company = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : undefined);

const optionalCase = z.preprocess((given) => (given === '' ? undefined : given), caseId.optional()).optional();

/** What both searches of the audit can be asked for. The days are whole days in Central Time, both included. */
const auditQuery = z.object({
  ...viewersQuery.shape,
  /** A referral or a recertification. */
  referral: optionalCase,
  /** With `referral`: also of all other referrals and recertifications of the same member. */
  ofMember: queryFlag,
  /** User ids, `NOT_SIGNED_IN`, or for acts `system`. */
  person: chosen('person', nonEmpty),
  /** Ids of companies as they were then, or `NO_COMPANY`. */
  company: chosen('company', company),
  /** The `next` of the page before. */
  before: z.string().max(200).optional(),
  pageSize: wholeNumber({ least: 1, most: 100 }).default(50),
  ...readQuery.shape,
});

/** GET /audit/acts */
export const actsQuery = auditQuery.extend({
  /** Types of events. */
  kind: chosen('kind', (text) => (ACT_KINDS.includes(text) ? text : undefined)),
  /** Words of the sentences. */
  search: z.string().trim().max(MAX_SEARCH_LENGTH).default(''),
});

/** GET /audit/viewings */
export const auditViewingsQuery = auditQuery.extend({
  /** A screen, or `-` and a screen that is left out. Not a list, as names of screens have commas. */
  screen: z
    .string()
    .max(100)
    .default('')
    .transform((text): Chosen<string> => ({
      include: text === '' || text.startsWith('-') ? [] : [text],
      exclude: text.startsWith('-') ? [text.slice(1)] : [],
    })),
});

const change = z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() });

const cause = z.object({ eventId: z.string(), sentence: z.string(), caseId: z.string().nullable() });

/** Something that happened, in words. */
const act = z.object({
  eventId: z.string(),
  position: z.number(),
  at: z.string(),
  actor,
  /** The value of the actor in `person`. */
  person: z.string(),
  /** The present name of the actor's account; null: none. */
  name: z.string().nullable(),
  /** The company of the actor then; null: none. */
  company: z.string().nullable(),
  /** The referral or the recertification; null for an act of administration, which names what it was on. */
  caseId: z.string().nullable(),
  subject: z.object({ userId: z.string().nullable(), name: z.string() }).nullable(),
  /** The type of the event. */
  kind: z.string(),
  sentence: z.string(),
  /** The fields that changed, against the state before. */
  detail: z.array(change).readonly(),
  /** What led to it; null: a person or a timer did, or the audit does not show it. */
  cause: cause.nullable(),
});
export type Act = Readonly<z.infer<typeof act>>;

/** An act among those that led to one another. */
const linkedAct = act.omit({ cause: true }).extend({
  /** How many acts followed directly from it. */
  followed: z.number(),
});
export type LinkedAct = Readonly<z.infer<typeof linkedAct>>;

/** GET /audit/acts/{eventId}/causes: from the act that began it to the act itself. */
export const causes = z.array(linkedAct).readonly();

export const MAX_FOLLOWING = 20;

/** GET /audit/acts/{eventId}/following */
export const followingQuery = readQuery.extend({
  /** The position of the last act of the page before. */
  after: wholeNumber().default(0),
});

/** What followed directly from an act, oldest first. */
export const following = z.object({
  rows: z.array(linkedAct).readonly(),
  /** The number of acts on all pages. */
  found: z.number(),
});
export type FollowingActs = Readonly<z.infer<typeof following>>;

/** A viewing of anything. */
const auditViewing = viewing.extend({ referralIds: z.array(z.string()).readonly(), isLive: z.boolean() });
export type AuditViewing = Readonly<z.infer<typeof auditViewing>>;

const found = {
  /** The number of rows that the parameters leave, on all pages. */
  found: z.number(),
  /** There are more than `found`, where counting stopped. */
  isCapped: z.boolean(),
  /** Begins the next page; null: this is the last one. */
  next: z.string().nullable(),
};

export const acts = z.object({
  rows: z.array(act).readonly(),
  ...found,
  /** False while the acts of before an upgrade are gathered, and while those of a stream cannot be. */
  isWhole: z.boolean(),
});
export type Acts = Readonly<z.infer<typeof acts>>;

export const auditViewings = z.object({
  rows: z.array(auditViewing).readonly(),
  ...found,
  /** Whether rows that were sent live are among them: only where a person or a referral is asked for. */
  hasLive: z.boolean(),
});
export type AuditViewings = Readonly<z.infer<typeof auditViewings>>;

/** GET /audit/choices: people with all words in name, address or company, and those with these ids. Without words, no others. */
export const auditPeopleQuery = z.object({
  search: z.string().trim().max(MAX_SEARCH_LENGTH).default(''),
  ids: commaList.refine((ids) => ids.length <= MAX_VALUES, `ids has more than ${MAX_VALUES} values.`),
});

export const auditChoices = z.object({
  people: z.array(z.object({ person: z.string(), name: z.string(), email: z.string().nullable() })).readonly(),
  /** Whether more people have these words. */
  hasMore: z.boolean(),
  /** The screens that were ever seen. */
  screens: z.array(z.string()).readonly(),
});
export type AuditChoices = Readonly<z.infer<typeof auditChoices>>;
