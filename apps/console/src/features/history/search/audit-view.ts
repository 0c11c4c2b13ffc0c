import { CENTRAL_TIME } from '@throughline/domain';
import { todayPlus } from '../../../ui/words/calendar.js';

const NONE: readonly string[] = [];

/** What /audit shows, in the address. Before a value that is left out stands `-`, as in the API. */
export const AUDIT_DEFAULTS = {
  tab: '',
  words: '',
  referral: '',
  ofMember: false,
  person: NONE,
  company: NONE,
  kind: NONE,
  screen: '',
  from: '',
  to: '',
};

/** What is asked for, by the names of the address. */
export type AuditView = {
  readonly [Name in keyof typeof AUDIT_DEFAULTS]: Name extends 'ofMember'
    ? boolean
    : (typeof AUDIT_DEFAULTS)[Name] extends string
      ? string
      : readonly string[];
};
export type SetAuditView = (change: Partial<AuditView>, how?: { readonly replace?: boolean }) => void;

export const isLeftOut = (value: string): boolean => value.startsWith('-');
/** The value without its sign. */
export const plain = (value: string): string => (isLeftOut(value) ? value.slice(1) : value);

/** After a press on a value: it is shown only, or left out, or neither if it was so already. */
export function pressed(values: readonly string[], value: string, leaveOut: boolean): readonly string[] {
  const signed = leaveOut ? `-${value}` : value;
  const others = values.filter((one) => plain(one) !== value);
  return values.includes(signed) ? others : [...others, signed];
}

/** Values of a person that are no accounts. */
export const OTHERS: Readonly<Record<string, string>> = { 'not-signed-in': 'Not signed in', system: 'Throughline' };

/** The ids of the accounts among chosen people, always in one order. */
export const accountIds = (person: readonly string[]): readonly string[] =>
  person
    .map(plain)
    .filter((id) => OTHERS[id] === undefined)
    .sort();

export interface Period {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** Periods that are often asked for, in days of Central Time. A week begins on Monday. */
export function periods(today = todayPlus({ timeZone: CENTRAL_TIME })): readonly Period[] {
  const day = (distance: number) => new Date(Date.parse(today) + distance * DAY_MS).toISOString().slice(0, 10);
  const monday = -((new Date(today).getUTCDay() + 6) % 7);
  return [
    { label: 'Today', from: today, to: today },
    { label: 'Last 7 days', from: day(-6), to: today },
    { label: 'This week', from: day(monday), to: today },
    { label: 'Last week', from: day(monday - 7), to: day(monday - 1) },
  ];
}
const DAY_MS = 86_400_000;

/** `ItemsStopped` is `Items stopped`. */
export const kindWords = (kind: string): string =>
  kind
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/\b(?:pdf|id)\b/g, (word) => word.toUpperCase());

/** The address of what a person did, or looked at, in the same period. */
export function addressOf(
  tab: 'happened' | 'seen',
  person: string,
  { from, to }: Pick<AuditView, 'from' | 'to'>,
): string {
  const parameters = new URLSearchParams({ tab, person, ...(from !== '' && { from }), ...(to !== '' && { to }) });
  return `/audit?${parameters}`;
}

/** `2,341 acts`, `1 act`, `More than 10,000 acts`. */
export function foundWords({ found, isCapped }: { readonly found: number; readonly isCapped: boolean }, noun: string) {
  const words = `${found.toLocaleString('en-US')} ${found === 1 ? noun : `${noun}s`}`;
  return isCapped ? `More than ${words}` : words;
}

/** What both searches of the audit are narrowed by, as the API takes it. */
export const narrowedBy = ({ referral, ofMember, person, company, from, to }: AuditView) => ({
  referral,
  ofMember: ofMember ? ('true' as const) : ('false' as const),
  person: person.join(','),
  company: company.join(','),
  from,
  to,
});
