import type { TASK_CATALOGUE, TaskRow, WaitsFor } from './task-catalogue.js';

type Row = (typeof TASK_CATALOGUE)[number];
type TurnIn<R> = R extends { readonly contact: infer Whom } | { readonly waitsFor: infer Whom } ? Whom : null;
type Said<Status> = Extract<Row, { readonly status: Status }>;

/**
 * The steps of the statuses of a referral's tasks, and whose turn it is while items have them, as the task catalogue states them: the compiler
 * refuses any other. The lists show both, and load this in place of the catalogue.
 */
const STATUSES: {
  readonly [Status in Row['status']]: readonly [step: Said<Status>['step'], turn: TurnIn<Said<Status>>];
} = {
  'Pending Patient Creation': [0, 'us'],
  'Pending Patient Contact': [1, 'member'],
  'Pending Item Selection': [1, 'us'],
  'Pending Physician Paperwork': [2, 'physician'],
  'Pending CMN Review': [2, 'us'],
  'Pending Authorization': [2, 'plan'],
  'Preparing to Ship': [3, 'us'],
  Backordered: [3, 'supplier'],
  Shipped: [4, 'carrier'],
  Delivered: [5, null],
};

const isOfTask = (status: string): status is Row['status'] => Object.hasOwn(STATUSES, status);

/** The step of a referral whose items have this status; null: it is of no step (Stopped, Canceled, Multiple Statuses). */
export const stepOfStatus = (status: string): TaskRow['step'] | null => (isOfTask(status) ? STATUSES[status][0] : null);

/** Whose turn it is while items have this status; null: it is of no task, or the work is done. */
export const turnOfStatus = (status: string): WaitsFor | null => (isOfTask(status) ? STATUSES[status][1] : null);
