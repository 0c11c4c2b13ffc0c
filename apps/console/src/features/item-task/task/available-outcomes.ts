import { destinationOf, type Outcome, outcomesOf, type RoutedOrder, type TaskFacts } from '@throughline/domain';

/** What can be recorded of the task, the usual outcome first. Another person's task has none. */
export const availableOutcomes = (
  { task, assignee, completedAt }: Pick<TaskFacts, 'task' | 'assignee' | 'completedAt'>,
  userId: string,
): readonly Outcome[] =>
  completedAt === null && (assignee === null || assignee.userId === userId) ? outcomesOf(task) : [];

/** Where an outcome leads, in words. Without the order, what it depends on is left open. */
export function leadsToInWords({ leadsTo }: Outcome, order?: RoutedOrder): string {
  if (leadsTo === 'closed') return 'Closed';
  if ('stop' in leadsTo) return 'Stopped';
  if ('task' in leadsTo) return leadsTo.task;
  if (!order) return leadsTo.route === 'byCategory' ? 'by category' : 'by insurance';
  return [...new Set(order.items.map(({ id }) => destinationOf(leadsTo, order, id)))].join(', ');
}
