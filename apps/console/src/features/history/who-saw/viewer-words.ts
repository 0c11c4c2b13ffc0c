import type { Viewer, Viewing } from '@throughline/contracts';

type ViewedBy = Pick<Viewing, 'userId' | 'email' | 'name' | 'role' | 'company' | 'isCompanyRecorded'>;

/** Begins the user id in an entry for a command that an operator ran. */
const COMMAND = 'os:';

/** Whom a viewing names, by the present name of the account. */
export function nameOfViewer({ userId, email, name }: ViewedBy): string {
  if (userId === null) return 'Somebody who was not signed in';
  if (userId.startsWith(COMMAND)) return `${userId.slice(COMMAND.length)}, user of the server`;
  return name ?? email ?? userId;
}

const ROLES: Readonly<Record<string, string>> = {
  anonymous: 'Not signed in',
  referrer: 'Referrer',
  staff: 'Staff',
  ops: 'Ops',
  admin: 'Administrator',
  operator: 'By command',
};

export const roleWords = (role: string): string => ROLES[role] ?? role;

/** Role and company as they were when the person looked. */
export function standingOf({ userId, role, company, isCompanyRecorded }: ViewedBy): string {
  const words = roleWords(role);
  if (userId === null || userId.startsWith(COMMAND)) return words;
  return `${words} · ${company ?? (isCompanyRecorded ? 'no company' : 'company not recorded')}`;
}

/** `Referral 3 times`, `File once` */
export const screenWords = ({ screen, times }: Pick<Viewer['screens'][number], 'screen' | 'times'>): string =>
  `${screen} ${timesWords(times)}`;

export const timesWords = (times: number): string =>
  times === 1 ? 'once' : times === 2 ? 'twice' : `${numberWords(times)} times`;

/** `2,341` */
export const numberWords = (number: number): string => number.toLocaleString('en-US');

/** `1 viewing`, `2,341 viewings`, and `34 of 2,341 viewings` where not all are meant. */
export function countWords(found: number, total: number): string {
  const all = `${numberWords(total)} ${total === 1 ? 'viewing' : 'viewings'}`;
  return found === total ? all : `${numberWords(found)} of ${all}`;
}

/** `by 12 people, without a sign-in, by command`. How many were not signed in is not known. */
export function peopleWords(viewers: readonly Pick<Viewer, 'userId'>[]): string {
  const userIds = [...new Set(viewers.map(({ userId }) => userId))];
  const people = userIds.filter((userId) => userId !== null && !userId.startsWith(COMMAND)).length;
  return [
    ...(people === 0 ? [] : [people === 1 ? 'by 1 person' : `by ${numberWords(people)} people`]),
    ...(userIds.includes(null) ? ['without a sign-in'] : []),
    ...(userIds.some((userId) => userId?.startsWith(COMMAND)) ? ['by command'] : []),
  ].join(', ');
}

/** What a viewing showed beside the referral: the numbers of files, the beginning of an export's id, or how many rows of a list. */
export function rowsWords({ screen, rowIds }: Pick<Viewing, 'screen' | 'rowIds'>): string | null {
  if (rowIds.length === 0) return null;
  if (screen === 'File') return `number ${rowIds.join(', ')}`;
  if (screen === 'Evidence') return `export ${rowIds.map((id) => id.slice(0, 8)).join(', ')}`;
  return rowIds.length === 1 ? '1 row' : `${numberWords(rowIds.length)} rows`;
}
