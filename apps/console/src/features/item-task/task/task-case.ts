import type { ItemAsOf, ReferralAsOf, TaskAsOf } from '@throughline/domain';

/** One task and what matters of its referral. */
export interface TaskCase {
  readonly task: TaskAsOf;
  /** In it now; for a completed task the ones that were in it. */
  readonly items: readonly ItemAsOf[];
  /** Items of the referral that were stopped and are not canceled yet. */
  readonly stopped: readonly ItemAsOf[];
}

/** Null when the referral has no such task. */
export function taskCase(referral: ReferralAsOf, taskId: string): TaskCase | null {
  const task = referral.tasks.find((candidate) => candidate.taskId === taskId);
  if (!task) return null;
  const isHere = (item: ItemAsOf) => item.currentTask?.id === taskId && item.currentTask.completedDate === null;
  const items = referral.items.filter((item) =>
    task.completedAt === null ? isHere(item) : task.itemIds.includes(item.id),
  );
  const stopped = referral.items.filter(
    ({ currentTask }) => currentTask?.name === 'Stopped' && currentTask.completedDate === null,
  );
  return { task, items, stopped };
}
