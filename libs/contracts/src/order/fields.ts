import { z } from 'zod';
import { isEmail } from '../email.js';
import { withoutGroups } from '../referral/referral-facts.js';
import { hasUnshowable, hasUnshowableInLines, shown, unshowable } from '../search/typed-text.js';
import { schemaClock } from '../schema-clock.js';

/*
 * Field types of all sections of all order forms. Text without a visible character is empty, and empty text is null. Messages name the field
 * as the screen does.
 */

/** What is said of a value that is missing, and of one that is there and wrong. */
export const missingOr =
  (label: string, wrong: string, missing = 'is required.') =>
  ({ input }: { readonly input?: unknown }): string => {
    const isMissing = (input ?? '') === '' || (typeof input === 'string' && shown(input) === '');
    return `${label} ${isMissing ? missing : wrong}`;
  };

/** One of a list's values. */
export const requiredChoice = <const Value extends string>(label: string, values: readonly Value[]) =>
  z.enum(values, { error: missingOr(label, 'is not valid.') });

/** Text with at least one visible character. Further rules are the field's own. */
export const filledIn = (label: string, clean = shown) =>
  z
    .string({ error: missingOr(label, 'must be text.') })
    .overwrite(clean)
    .min(1, `${label} is required.`);

const required = (label: string, max: number, clean = shown) =>
  filledIn(label, clean).max(max, `${label} is limited to ${max} characters.`);

/** A single line. */
export const requiredText = (label: string, max = 50) =>
  required(label, max).refine((text) => !hasUnshowable(text), unshowable(label));
/** The text of a text area. */
export const requiredLines = (label: string, max: number) =>
  required(label, max).refine((text) => !hasUnshowableInLines(text), unshowable(label));

/** Why somebody did something, for the audit. */
export const reason = requiredLines('Reason', 500);
export const reasonBody = z.object({ reason });

/**
 * The body of an administrator's act that replaces values which others replace as well, or ends what has them: each as it is to be, and in `seen` as
 * the author's screen showed it. What the author did not change stays as it is by now. What somebody else changed meanwhile is not overwritten (409,
 * `{noun}/changed-meanwhile`): `errors` says who changed which of the values, from what to what (decision 0101).
 */
export const replacing = <
  const Values extends z.ZodRawShape,
  const Seen extends Readonly<Record<keyof Values, z.ZodType>>,
>(
  values: Values,
  seen: Seen,
) => z.object({ ...values, seen: asSeen(seen), reason });

/**
 * What the author of an act saw, by value. `position` is that of the log which their screen had read by then, from `x-throughline-position` of an answer:
 * with it, what somebody has changed and changed back since counts as changed as well. Left out, the values alone are compared.
 */
export const asSeen = <const Seen extends z.ZodRawShape>(seen: Seen) =>
  z.object(
    { ...seen, position: z.int().nonnegative().optional() },
    'Send in `seen` the same values as they were when you decided.',
  );

/**
 * For a body whose `seen` has, by id, what its author saw of each thing that the act is about. Where it is given, it has all of them, and no other:
 * what is left out there would be overwritten.
 */
export const requireSeenOfEach = (
  ids: readonly (string | number)[],
  seen: object | undefined,
  { addIssue }: Pick<z.RefinementCtx, 'addIssue'>,
): void => {
  if (seen === undefined) return;
  const wanted = new Set(ids.map(String));
  const missing = [...wanted].find((id) => !Object.hasOwn(seen, id));
  const other = Object.keys(seen).find((id) => !wanted.has(id));
  const say = (id: string, message: string) => addIssue({ code: 'custom', path: ['seen', id], message });
  if (missing !== undefined) say(missing, `Say in \`seen\` what you saw of ${missing} as well, or leave \`seen\` out.`);
  if (other !== undefined) say(other, `${other} is not what this request is about.`);
};

/** Empty, missing and null are null. */
const optional = (label: string, check: (text: string) => string | null, clean = shown) =>
  z
    .string({ error: `${label} is not valid.` })
    .nullish()
    .transform((text, context) => {
      const value = clean(text ?? '');
      if (value === '') return null;
      const message = check(value);
      if (message === null) return value;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

const limited = (label: string, max: number, isUnshowable: (text: string) => boolean) =>
  optional(label, (text) =>
    text.length > max ? `${label} is limited to ${max} characters.` : isUnshowable(text) ? unshowable(label) : null,
  );
export const optionalText = (label: string, max = 50) => limited(label, max, hasUnshowable);
export const optionalLines = (label: string, max: number) => limited(label, max, hasUnshowableInLines);

/** Digits, in groups or not. */
export const optionalReferralId = (label: string, max = 50) =>
  optional(
    label,
    (text) =>
      !/^\d+$/.test(text)
        ? `${label} must contain only numbers.`
        : text.length > max
          ? `${label} is limited to ${max} characters.`
          : null,
    withoutGroups,
  );

const PHONE = /^\d{10}$/;
/** 10 digits, as the phone field stores them. */
export const requiredPhone = (label: string) => filledIn(label).regex(PHONE, `${label} is not valid.`);
export const optionalPhone = (label: string) =>
  optional(label, (text) => (PHONE.test(text) ? null : `${label} is not valid.`));

/** Normalized, so that an address with accented letters has one spelling. */
const cleanEmail = (text: string) => shown(text).normalize('NFC');
export const requiredEmail = (label: string) =>
  required(label, 50, cleanEmail).refine(isEmail, { error: `${label} is not valid.`, abort: true });
export const optionalEmail = (label: string) =>
  optional(
    label,
    (text) =>
      text.length > 50 ? `${label} is limited to 50 characters.` : isEmail(text) ? null : `${label} is not valid.`,
    cleanEmail,
  );

/** Whether a sender that fills in every field has filled this one in with nothing. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isNothing));

/** A checkbox. */
export const flag = (label: string, byDefault: boolean) =>
  z.boolean({ error: `${label} must be true or false.` }).default(byDefault);

/** A pasted date may have wide digits and other dashes. */
const cleanDay = (text: string) =>
  shown(text)
    .normalize('NFKC')
    .replaceAll(/\p{Pd}/gu, '-');

/** An existing day from 1900 on, as YYYY-MM-DD. */
const isDay = (text: string) => z.iso.date().safeParse(text).success && text >= '1900-01-01';
export const requiredDay = (label: string) => filledIn(label, cleanDay).refine(isDay, `${label} is invalid.`);
export const optionalDay = (label: string) => optional(label, (text) => (isDay(text) ? null : `${label} is invalid.`));

const EARLIEST_INSTANT = Date.parse('1900-01-01T00:00:00Z');
const LATEST_INSTANT = Date.parse('2200-01-01T00:00:00Z');

/** An ISO 8601 time with an offset. PostgreSQL cannot store the first and last years of ISO 8601 in every time zone. */
export const instant = (error: string) =>
  z.iso
    .datetime({ offset: true, abort: true, error })
    .refine((text) => Date.parse(text) >= EARLIEST_INSTANT && Date.parse(text) < LATEST_INSTANT, error);

/** Of Guam and the Northern Marianas, where a day of the United States begins first. They have no summer time. */
const EARLIEST_US_OFFSET_MS = 10 * 3_600_000;
/** The latest day (YYYY-MM-DD) on which somebody in the United States can have been born: today there, wherever the caller is. */
export const latestDayOfBirth = (): string =>
  new Date(schemaClock.now() + EARLIEST_US_OFFSET_MS).toISOString().slice(0, 10);
export const dayOfBirth = (label: string) =>
  requiredDay(label).refine((day) => day <= latestDayOfBirth(), `${label} must not be in the future.`);
/** For Check Status, which has one message for every day that is none of a birth. */
export const optionalDayOfBirth = (label: string) =>
  optional(label, (text) => (isDay(text) && text <= latestDayOfBirth() ? null : `${label} is invalid.`));

/** Digits with at most two decimals. `1e3` is refused, because a person types it by mistake. */
const MEASURE = /^\d+(\.\d{0,2})?$/;

/** A measure typed as text or sent as a number, to the hundredth; empty is null. */
export const optionalMeasure = (label: string, min: number, max: number) =>
  z
    .union([z.number(), z.string()], { error: `${label} is not valid.` })
    .nullish()
    .transform((value, context) => {
      const text = shown(String(value ?? ''));
      if (text === '') return null;
      const number = MEASURE.test(text) ? Number(text) : NaN;
      if (number >= min && number <= max) return number;
      const message = `${label} must be a number from ${min} to ${max}, with two decimals at most.`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

/** NaN if the text is not a whole number in decimal digits. */
const wholeNumber = (text: string): number => (/^\d+(\.0+)?$/.test(text) ? Number(text) : NaN);

const NOT_A_COUNT = 'must be a whole number of at least 1.';

/** A whole number of at least 1, typed as text or sent as a number. */
export const requiredCount = (label: string, max: number) =>
  z.union([z.number(), z.string()], { error: missingOr(label, NOT_A_COUNT) }).transform((value, context) => {
    const text = shown(String(value));
    const number = wholeNumber(text);
    if (number >= 1 && number <= max) return number;
    const fault = number > max ? `is limited to ${max}.` : NOT_A_COUNT;
    context.addIssue({ code: 'custom', message: `${label} ${text === '' ? 'is required.' : fault}` });
    return z.NEVER;
  });

/** A section that is left out, or null, is not corrected. */
export const corrected = <T extends z.ZodType>(section: T) =>
  z.preprocess((given) => given ?? undefined, section.optional()).optional();

/** The `corrections` of the case as it was read; absent: the case as it began. What has been corrected since is never overwritten. */
export const seenCorrections = z
  .number()
  .int()
  .min(0)
  .nullish()
  .transform((seen) => seen ?? 0);
