import * as contract from '@throughline/contracts';
import { z } from 'zod';
import { done, type DocumentedRoute } from './documented-route.js';

/** The queue, and what can be done with a task. */
export const TASK_ROUTES: readonly DocumentedRoute[] = [
  {
    method: 'get',
    path: '/tasks',
    summary: 'The queue of the staff.',
    query: contract.listTasksQuery,
    data: contract.taskQueue,
  },
  {
    method: 'get',
    path: '/tasks/assignees',
    summary: 'People a task can be given to.',
    data: z.array(contract.assignee),
  },
  {
    method: 'get',
    path: '/tasks/{taskId}',
    summary: 'One task, open or completed.',
    query: contract.readQuery,
    data: contract.taskQueueRow,
  },
  {
    method: 'post',
    path: '/tasks',
    summary: 'Open a task for items, which leave the one they are in.',
    body: contract.openTaskBody,
    data: done,
    written: 201,
  },
  {
    method: 'post',
    path: '/tasks/assign',
    summary: 'Give several tasks to somebody; each task answers for itself.',
    body: contract.assignTasksBody,
    data: contract.assignTasksAnswer,
    written: 200,
  },
  {
    method: 'post',
    path: '/tasks/cancel-items',
    summary: 'Close stopped items for good.',
    body: contract.cancelItemsBody,
    data: done,
    written: 200,
  },
  { method: 'post', path: '/tasks/{taskId}/claim', summary: 'Take a task.', data: done, written: 200 },
  { method: 'post', path: '/tasks/{taskId}/release', summary: 'Give it back to the queue.', data: done, written: 200 },
  {
    method: 'post',
    path: '/tasks/{taskId}/assign',
    summary: 'Give a task to somebody.',
    body: contract.assignTaskBody,
    data: done,
    written: 200,
  },
  {
    method: 'post',
    path: '/tasks/{taskId}/complete',
    summary: 'Every item of the task goes on to its next one.',
    body: contract.completeTaskBody,
    data: done,
    written: 200,
  },
  {
    method: 'post',
    path: '/tasks/{taskId}/move',
    summary: 'Some items go on, the rest stay.',
    body: contract.moveItemsBody,
    data: done,
    written: 200,
  },
  {
    method: 'post',
    path: '/tasks/{taskId}/stop',
    summary: 'Items go no further, with a reason.',
    body: contract.stopItemsBody,
    data: done,
    written: 200,
  },
];
