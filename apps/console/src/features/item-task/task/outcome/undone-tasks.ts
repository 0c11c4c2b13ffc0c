import type { TaskOutcome } from '@throughline/contracts';
import type { TaskFacts } from '@throughline/domain';

/**
 * When the work of a task was undone, by task id: of a task that an outcome completed which was undone, and of one that all items left because
 * the outcome that had put them there was. A task with an outcome that stands is none of them.
 */
export function undoneTasks(
  tasks: readonly Pick<TaskFacts, 'taskId' | 'completedAt'>[],
  outcomes: readonly Pick<TaskOutcome, 'taskId' | 'recordedAt' | 'undoneAt'>[],
): ReadonlyMap<string, string> {
  const undone = new Map<string, string>();
  const standing = new Set(outcomes.filter(({ undoneAt }) => undoneAt === null).map(({ taskId }) => taskId));
  for (const { taskId, completedAt } of tasks) {
    if (completedAt === null || standing.has(taskId)) continue;
    const cause = outcomes.find(
      ({ taskId: ofTask, recordedAt, undoneAt }) =>
        undoneAt === completedAt || (undoneAt !== null && ofTask === taskId && recordedAt === completedAt),
    );
    if (cause?.undoneAt) undone.set(taskId, cause.undoneAt);
  }
  return undone;
}
