import { DEPARTMENTS, QUEUE_STEPS, SUB_DEPARTMENTS, TASK_NAMES, TASK_STATUSES } from '@throughline/domain';
import { z } from 'zod';
import { choices, commaList, days, listQuery, readersZone, readQuery, sortModelOf } from '../envelope.contract.js';
import { QUEUE_TABS, TASK_SORT_FIELDS } from '../search/list-address.js';
import { US_STATES } from '../order/choices.js';
import { AGES, QUEUE_FILTERS, type QueueFilter } from './queue-filters.js';
import { wholeNumber } from '../search/whole-number.js';

/* The queries of the staff's queue, its export, its dashboard and its suggested searches. */

/** The values of each filter. Null: the values are not fixed. */
const FILTER_VALUES: Record<Exclude<QueueFilter, 'completed'>, readonly string[] | null> = {
  department: DEPARTMENTS,
  category: SUB_DEPARTMENTS,
  task: TASK_NAMES,
  status: TASK_STATUSES,
  step: QUEUE_STEPS,
  state: Object.keys(US_STATES),
  age: AGES.map(({ age }) => age),
  assignee: null,
};

/** A list of values for each filter. */
const filters = Object.fromEntries(
  QUEUE_FILTERS.map((filter) => {
    if (filter === 'completed') return [filter, days(filter)];
    const values = FILTER_VALUES[filter];
    return [filter, values === null ? commaList : choices(filter, values)];
  }),
) as Record<QueueFilter, typeof commaList>;

/** GET /tasks: the queue of the staff. Tab `on-hold`: tasks that wait for stock (Backordered) or until a day. */
export const listTasksQuery = listQuery.extend({
  /** 0 returns only the counts of the tabs, which reads no personal data. */
  pageSize: wholeNumber({ most: 100 }).default(25),
  tab: z.enum(QUEUE_TABS).default('unassigned'),
  ...filters,
  ...readersZone,
  sortModel: sortModelOf(TASK_SORT_FIELDS),
});

/** GET /tasks/export: the rows of GET /tasks, without pages. Its times are in the reader's zone. */
export const exportTasksQuery = listTasksQuery.omit({ page: true, pageSize: true });

/** A search of the queue under its filters. */
const searchedTasks = { search: listQuery.shape.search, ...readersZone, ...filters };

/** GET /tasks/summary: the counts of the dashboard above the queue. A filter narrows all counts except those of its own values. */
export const summarizeTasksQuery = readQuery.extend(searchedTasks);

/** GET /tasks/suggestions: searches that are similar to one that finds no task under the filters. */
export const suggestTaskSearchesQuery = readQuery.extend(searchedTasks);
