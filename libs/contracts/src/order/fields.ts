import { z } from 'zod';
import { isEmail } from '../email.js';
import { withoutGroups } from '../referral/referral-facts.js';
import { hasUnshowable, hasUnshowableInLines, shown, unshowable } from '../search/typed-text.js';
import { schemaClock } from '../schema-clock.js';

/*
 * Field types for all sections of all order forms. Text without a visible character is empty, and empty text is null. Messages name the
 * field as the screen does.
 */

/** Different messages for a value that is missing and for one that is present and wrong. */
export const missingOr =
  (label: string, wrong: string, missing = 'is required.') =>
  ({ input }: { readonly input?: unknown }): string => {
    const isMissing = (input ?? '') === '' || (typeof input === 'string' && shown(input) === '');
    return `${label} ${isMissing ? missing : wrong}`;
  };

/** One value of a list. */
export const requiredChoice = <const Value extends string>(label: string, values: readonly Value[]) =>
  z.enum(values, { error: missingOr(label, 'is not valid.') });

/** Text with at least one visible character. The field adds its own rules. */
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

/** Why somebody did something, as the audit shows it. */
export const reason = requiredLines('Reason', 500);
export const reasonBody = z.object({ reason });

/**
 * The body of an act that replaces values which others can replace as well, or that ends the thing which has them. Each value is given as
 * it is to be, and in `seen` as it was shown to the author. What the author did not change keeps its present value. What somebody else
 * changed meanwhile is not overwritten (409, `{noun}/changed-meanwhile`): `errors` says who changed which of the values, from what to what
 * (decision 0101).
 */
export const replacing = <
  const Values extends z.ZodRawShape,
  const Seen extends Readonly<Record<keyof Values, z.ZodType>>,
>(
  values: Values,
  seen: Seen,
) => z.object({ ...values, seen: asSeen(seen), reason });

/**
 * What the author of an act saw, by field. `position` is the position of the log up to which their screen had read, from
 * `x-throughline-position` of an answer. With it, a value that somebody has changed and changed back since counts as changed as well;
 * without it, only the values are compared.
 */
export const asSeen = <const Seen extends z.ZodRawShape>(seen: Seen) =>
  z.object(
    { ...seen, position: z.int().nonnegative().optional() },
    'Send in `seen` the same values as they were when you decided.',
  );

/**
 * For a body whose `seen` has an entry for each thing that the act is about, by its id. If `seen` is given, it must have exactly these ids:
 * a thing that is left out would be overwritten unseen.
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
  const addIssueAt = (id: string, message: string) => addIssue({ code: 'custom', path: ['seen', id], message });
  if (missing !== undefined)
    addIssueAt(missing, `Say in \`seen\` what you saw of ${missing} as well, or leave \`seen\` out.`);
  if (other !== undefined) addIssueAt(other, `${other} is not what this request is about.`);
};

/** Empty, missing and null all become null. */
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

/** Digits, with or without separators between groups. */
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
/** 10 digits, which is how the phone field stores them. */
export const requiredPhone = (label: string) => filledIn(label).regex(PHONE, `${label} is not valid.`);
export const optionalPhone = (label: string) =>
  optional(label, (text) => (PHONE.test(text) ? null : `${label} is not valid.`));

/** Normalized, so that an address with accented letters has only one spelling. */
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

/** Whether the value is empty: some senders fill in every field, with nothing in it. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isNothing));

/** A checkbox. */
export const flag = (label: string, byDefault: boolean) =>
  z.boolean({ error: `${label} must be true or false.` }).default(byDefault);

/** A pasted date may have full-width digits and other dashes. */
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

/** The offset of Guam and the Northern Marianas, where a day begins first in the United States. They have no daylight saving time. */
const EARLIEST_US_OFFSET_MS = 10 * 3_600_000;
/** The latest day (YYYY-MM-DD) on which somebody in the United States can have been born: today in the zone where a day begins first. */
export const latestDayOfBirth = (): string =>
  new Date(schemaClock.now() + EARLIEST_US_OFFSET_MS).toISOString().slice(0, 10);
export const dayOfBirth = (label: string) =>
  requiredDay(label).refine((day) => day <= latestDayOfBirth(), `${label} must not be in the future.`);
/** For Check Status, which has one message for every day that cannot be a date of birth. */
export const optionalDayOfBirth = (label: string) =>
  optional(label, (text) => (isDay(text) && text <= latestDayOfBirth() ? null : `${label} is invalid.`));

/** Digits with at most two decimals. `1e3` is refused: somebody who types it made a mistake. */
const MEASURE = /^\d+(\.\d{0,2})?$/;

/** A measure typed as text or sent as a number, to the hundredth; empty is null. */
export const optionalMeasure = (label: string, min: number, max: number) =>
  measure(label, min, max, `${label} must be a number from ${min} to ${max}, with two decimals at most.`);

/** A height in inches, which may be typed in feet and inches (`inchesOf`); otherwise as other measures. */
export const optionalHeight = (label: string, min: number, max: number, inchesOf: (text: string) => string) =>
  measure(
    label,
    min,
    max,
    `${label} must be a number of inches from ${min} to ${max}, with two decimals at most, or feet and inches as 5'4".`,
    inchesOf,
  );

const measure = (label: string, min: number, max: number, message: string, clean = (text: string) => text) =>
  z
    .union([z.number(), z.string()], { error: `${label} is not valid.` })
    .nullish()
    .transform((value, context) => {
      const text = clean(shown(String(value ?? '')));
      if (text === '') return null;
      const number = MEASURE.test(text) ? Number(text) : NaN;
      if (number >= min && number <= max) return number;
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
    const isOnlyFraction = /^[1-9]\d*\.\d+$/.test(text) && Number(text) <= max;
    const fault = number > max ? `is limited to ${max}.` : NOT_A_COUNT;
    const message = isOnlyFraction
      ? `${label} must be a whole number.`
      : `${label} ${text === '' ? 'is required.' : fault}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** A section that is absent, or null, is not corrected. */
export const corrected = <T extends z.ZodType>(section: T) =>
  z.preprocess((given) => given ?? undefined, section.optional()).optional();

/** The `corrections` of the case when it was read; absent: none. Values that have been corrected since are never overwritten. */
export const seenCorrections = z
  .number()
  .int()
  .min(0)
  .nullish()
  .transform((seen) => seen ?? 0);
