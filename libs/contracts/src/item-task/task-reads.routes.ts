import { z } from 'zod';
import { readQuery } from '../envelope.contract.js';
import { referralId, suggestedSearches } from '../referral/referral.contract.js';
import { readAsOfQuery } from '../history/as-of.contract.js';
import { route } from '../route/route.js';
import { taskId } from './item-task.contract.js';
import {
  exportTasksQuery,
  listTasksQuery,
  suggestTaskSearchesQuery,
  summarizeTasksQuery,
} from './queue-query.contract.js';
import { assignee, taskDetail, taskQueue, taskSummary } from './task-queue.contract.js';

/** The queue, and what it shows of a task. */
export const taskReadRoutes = {
  list: route('GET /tasks', {
    summary: 'The queue of the staff.',
    who: 'seesQueue',
    query: listTasksQuery,
    answer: taskQueue,
  }),
  export: route('GET /tasks/export', {
    summary: 'All tasks of a tab of the queue, under its search and filters, as a CSV file.',
    who: 'seesQueue',
    query: exportTasksQuery,
    answer: 'csv',
  }),
  summarize: route('GET /tasks/summary', {
    summary: 'Counts of open, overdue and completed tasks, for the dashboard above the queue.',
    who: 'seesQueue',
    query: summarizeTasksQuery,
    answer: taskSummary,
  }),
  suggestSearches: route('GET /tasks/suggestions', {
    summary:
      'Searches that are near to one that finds nothing, and find tasks in some tab of the queue under its filters.',
    who: 'seesQueue',
    query: suggestTaskSearchesQuery,
    answer: suggestedSearches,
  }),
  listAssignees: route('GET /tasks/assignees', {
    summary: 'People that a task can be assigned to, by name.',
    who: 'seesQueue',
    query: readQuery,
    answer: z.array(assignee),
  }),
  read: route('GET /tasks/{taskId}', {
    summary: 'One task, open or completed, as the queue shows it.',
    who: 'seesQueue',
    params: { taskId },
    query: readAsOfQuery,
    answer: taskDetail,
    refusals: { 404: ['task/not-found'] },
  }),
  readStoppedTask: route('GET /referrals/referral/{id}/stopped-task', {
    summary: "The id under which the referral's stopped items stand as their current task.",
    who: 'seesQueue',
    params: { id: referralId },
    answer: z.string(),
    refusals: { 404: ['referral/not-found'] },
  }),
} as const;
