import type { TaskOutcome } from '@throughline/contracts';
import type { TaskFacts } from '@throughline/domain';

/**
 * When the work of each task was undone, by task id. The outcome that completed the task was undone, or the one that had put its items there. A
 * task with an outcome that still stands is not among them.
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
