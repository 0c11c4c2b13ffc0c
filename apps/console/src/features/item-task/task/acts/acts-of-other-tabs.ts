import type { TaskFacts } from '@throughline/domain';

const NAME = 'acts-on-tasks';

const isPossible = () => typeof BroadcastChannel !== 'undefined';

/**
 * Tells the person's other tabs on which task they have just acted, and of the open tasks that its items may have gone to, so that their
 * queues show it at once, and not as news.
 */
export function tellOtherTabs(tasks: readonly Pick<TaskFacts, 'taskId' | 'completedAt'>[], taskId: string): void {
  if (!isPossible()) return;
  const touched = tasks.filter((task) => task.completedAt === null || task.taskId === taskId);
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(touched.map((task) => task.taskId));
  channel.close();
}

/** Calls back for each task on which the person acts in another tab, until the returned function is called. */
export function followOtherTabs(onAct: (taskId: string) => void): () => void {
  if (!isPossible()) return () => undefined;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (Array.isArray(data)) for (const taskId of data) if (typeof taskId === 'string') onAct(taskId);
  };
  return () => channel.close();
}
