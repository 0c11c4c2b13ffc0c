/* The filters of the queue. This file has no schemas, so that the lists load it without zod. */

/** Each filter takes several values; a task passes if it has one of them. Address, query, conditions and menus follow from this list. */
export const QUEUE_FILTERS = [
  'department',
  'category',
  'task',
  'status',
  'step',
  'state',
  'age',
  'assignee',
  'completed',
] as const;
export type QueueFilter = (typeof QUEUE_FILTERS)[number];
export type QueueFilters = Readonly<Record<QueueFilter, readonly string[]>>;

export const filtersOf = (valuesOf: (filter: QueueFilter) => readonly string[]): QueueFilters =>
  Object.fromEntries(QUEUE_FILTERS.map((filter) => [filter, valuesOf(filter)])) as QueueFilters;

/** The value of `assignee` for tasks without a holder. */
export const NOBODY = 'nobody';

/**
 * The values of `age`: how many days ago the order was submitted, by the calendar in America/Chicago. Each range ends where the next one
 * begins.
 */
export const AGES = [
  { age: 'Today', fromDays: 0 },
  { age: '1-2 days', fromDays: 1 },
  { age: '3-6 days', fromDays: 3 },
  { age: '7-13 days', fromDays: 7 },
  { age: '14 days or more', fromDays: 14 },
] as const;

export const ageOf = (days: number): string => (AGES.findLast(({ fromDays }) => days >= fromDays) ?? AGES[0]).age;

/**
 * The number of days for which completed tasks are listed, and counted in the dashboard, including today. A value of `completed` is such a
 * day, YYYY-MM-DD in America/Chicago.
 */
export const COMPLETED_DAYS = 14;
