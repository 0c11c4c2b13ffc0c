import {
  destinationOf,
  type Outcome,
  outcomesOf,
  type RoutedOrder,
  stopReasonOf,
  type TaskFacts,
} from '@throughline/domain';
import { ApiError, isInDoubt, NotSent } from '../../../../api/api-error.js';

/** The outcomes that can be recorded, the usual one first. A task of another person has none. */
export const availableOutcomes = (
  { task, assignee, completedAt }: Pick<TaskFacts, 'task' | 'assignee' | 'completedAt'>,
  userId: string,
): readonly Outcome[] =>
  completedAt === null && (assignee === null || assignee.userId === userId) ? outcomesOf(task) : [];

/** The destination of the items after an outcome, in words. Without the order, a destination that depends on it is named by its rule. */
export function leadsToInWords({ leadsTo }: Outcome, order?: RoutedOrder): string {
  if (leadsTo === 'closed') return 'Closed';
  if ('stop' in leadsTo) return 'Stopped';
  if ('task' in leadsTo) return leadsTo.task;
  if (!order) return leadsTo.route === 'byCategory' ? 'by category' : 'by insurance';
  return [...new Set(order.items.map(({ id }) => destinationOf(leadsTo, order, id)))].join(', ');
}

/** An ellipsis announces the dialog of an outcome that stops items. */
export const outcomeButtonLabel = (outcome: Outcome): string =>
  stopReasonOf(outcome) === null ? outcome.label : `${outcome.label}…`;

/** The title above the refusal of an outcome. */
export function refusalTitle(error: Error): string {
  if (isInDoubt(error)) return 'The outcome may not have been recorded';
  if (error instanceof NotSent) return 'This was not sent yet';
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'request/changed-since') return 'The outcome was recorded, and undone since';
  // The message says who completed it. It may have been this person, with this very outcome.
  return code === 'item-task/already-completed' ? 'This task is not open any more' : 'The outcome was not recorded';
}
