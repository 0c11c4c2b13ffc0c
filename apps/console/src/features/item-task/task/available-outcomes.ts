import { destinationOf, type Outcome, outcomesOf, type RoutedOrder, type TaskFacts } from '@throughline/domain';

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
