/* Parameters of a list's address, and the size of a page. This file has no schemas, so that the console's lists load it without zod. */

export const PAGE_SIZE = 15;

/** The maximum length of a search, in characters. */
export const MAX_SEARCH_LENGTH = 100;

export const QUEUE_TABS = ['unassigned', 'mine', 'on-hold', 'overdue', 'open', 'completed'] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];

export const TASK_SORT_FIELDS = [
  'dueAt',
  'task',
  'memberLastName',
  'caseOpenedAt',
  'stepSince',
  'assigneeName',
] as const;
export type TaskSortField = (typeof TASK_SORT_FIELDS)[number];

/** Sortable columns of the Referrals list; default referralId, descending. */
export const REFERRAL_SORT_FIELDS = [
  'referralId',
  'referralDateTime',
  'referralLastName',
  'memberLastName',
  'insuranceMedicaid',
  'status',
] as const;
export type ReferralSortField = (typeof REFERRAL_SORT_FIELDS)[number];

/** Sortable columns of the Notes list; default createdDate, descending. */
export const NOTE_SORT_FIELDS = ['createdDate', 'createdBy', 'referralId', 'memberLastName', 'status'] as const;
export type NoteSortField = (typeof NOTE_SORT_FIELDS)[number];

/**
 * The canonical form of a screen's query: without the page, with parameters and the values of each filter sorted. Two addresses with the
 * same canonical form show the same rows.
 */
export function canonicalSearch(search: string | URLSearchParams): string {
  const canonical = new URLSearchParams();
  for (const [setting, value] of new URLSearchParams(search)) {
    if (setting === 'page' || value === '') continue;
    canonical.set(setting, setting === 'search' ? value : value.split(',').sort().join(','));
  }
  canonical.sort();
  return canonical.toString();
}
