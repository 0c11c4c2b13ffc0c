import { excerptOf } from './shortened.js';
import { dayInWords, inCentralTime, phoneInWords } from './terms.js';

/* How a refusal words what somebody else changed: by whom, when, from what to what. */

/** The value of a field: a text, a number, a flag, an object that is replaced as a whole, or a list of texts in any order. */
export type FieldValue = string | number | boolean | null | object;

const INSURANCE_TYPES = { medicaid: 'Medicaid', medicare: 'Medicare', commercial: 'Commercial' } as const;

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Recognizes phone fields by their path, such as `memberInfo.ACPhone`: an id of ten digits is not a phone number. */
const isPhone = (path: string) => /(phone|fax)$/i.test(path);

/** The words for a missing value. A path that is a number is an item's id; its value is the reason for which it is stopped. */
const noneOf = (path: string) => (path === 'assignee' ? 'nobody' : /^\d+$/.test(path) ? 'not stopped' : 'nothing');

/** A field's value in a message, formatted as the field shows it. */
export function valueInWords(value: FieldValue, path: string): string {
  if (value === null || value === '') return noneOf(path);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' && INSTANT.test(value)) return inCentralTime(value);
  if (typeof value === 'string') {
    return `“${(isPhone(path) ? phoneInWords(value) : null) ?? excerptOf(dayInWords(value))}”`;
  }
  // Each entry is quoted: `seen` may contain any text.
  if (Array.isArray(value)) return value.map((one) => `“${excerptOf(String(one))}”`).join(', ') || 'nothing';
  if ('name' in value) return `“${String(value.name)}”`;
  const types = Object.entries(INSURANCE_TYPES).filter(([type]) => (value as Record<string, unknown>)[type] === true);
  return types.map(([, name]) => name).join(', ') || 'nothing';
}

/** Who last changed something, and when, worded for messages. */
export interface Change {
  /** As the subject of a sentence: 'You' for the reader. */
  readonly who: string;
  readonly when: string;
  /** True if the reader did it. */
  readonly isOwn?: boolean;
}

/** The person of a change, worded for after 'by'. */
export const byWhom = ({ who, isOwn }: Pick<Change, 'who' | 'isOwn'>): string => (isOwn ? 'you' : who);

/** What was done, when and why, for a reader who may know it. The sentence has no full stop. */
export interface DescribedChange {
  readonly when: string;
  readonly sentence: string;
  readonly reason: string | null;
}

/** The refusal of an act whose fields somebody else has changed. `change`: null if it is not known who did. */
export const changedTheSame = (change: Change | null): string =>
  change === null
    ? 'Another person has changed the same fields meanwhile. Nothing was saved.'
    : `${change.who} changed the same on ${change.when}. Nothing was saved.`;

/** The refusal for one field. If `from` and `to` are the same, the field had another value in between. */
export function changedThis(change: Change | null, from: string, to: string): string {
  if (from === to)
    return change === null
      ? `Another person changed this back to ${to}.`
      : `${change.who} changed this on ${change.when} back to ${to}.`;
  return change === null
    ? `Another person changed this from ${from} to ${to}.`
    : `${change.who} changed this on ${change.when} from ${from} to ${to}.`;
}

/**
 * The end of each answer below, for screens that say themselves how to do it again. The answers repeat it word for word, because a
 * translation is found by the whole answer.
 */
export const NOTHING_DONE_NOW = 'Nothing was done now. If it is still needed, do it again.';

/** For a person who repeats a request because its answer was lost. `change`: null if the author of the later change is not known. */
export function doneAndChangedSince(doneWhen: string, change: Change | null): string {
  if (change === null)
    return `You did this on ${doneWhen}. It was changed since then. Nothing was done now. If it is still needed, do it again.`;
  return change.isOwn
    ? `You did this on ${doneWhen}. You changed it again since then, on ${change.when}. Nothing was done now. If it is still needed, do it again.`
    : `You did this on ${doneWhen}. It was changed since then, by ${byWhom(change)} on ${change.when}. Nothing was done now. If it is still needed, do it again.`;
}

/** Like `doneAndChangedSince`, for a reader who may know what was done and how it was undone. */
export const doneAndUndone = (done: DescribedChange, undone: DescribedChange): string =>
  `You did this on ${done.when}: ${describedAs(done)}. Since then, on ${undone.when}: ${describedAs(undone)}. Nothing was done now. If it is still needed, do it again.`;

const describedAs = ({ sentence, reason }: DescribedChange): string =>
  reason === null ? sentence : `${sentence}, for ${valueInWords(reason, 'reason')}`;

/** The refusal of a repeated request that had changed nothing when it was first made. */
export const changedSinceAnswer = (): string =>
  'This was so already when you asked for it, and has changed since then. Nothing was done now. If it is still needed, do it again.';
