import { pathTo } from '@throughline/domain';
import { useAtomValue } from 'jotai';
import { useNavigate } from 'react-router-dom';
import { userAtom } from '../../../../session/session.js';
import { useQueueBehind } from './task-link.js';

const MINE = '?tab=mine';

/**
 * Finds the next task: the one after this that the person may work on now, in the queue that they came from, or among their own tasks.
 * `open` shows it, or the queue if there is none.
 */
export function useNextTask(taskId: string) {
  const navigate = useNavigate();
  const behind = useQueueBehind();
  const userId = useAtomValue(userAtom)?.id;
  const queue = behind && !PERSONAL_TAB.test(behind.queue) ? behind.queue : MINE;
  const open = async () => {
    const { nextInQueue } = await import('./next-in-queue.js');
    const next = await nextInQueue(queue, taskId, userId);
    await navigate(next ? pathTo.task(next.taskId) : `/queue${queue}`, { state: behind });
  };
  return { isOwn: queue === MINE, open };
}

/** Matches the tabs after which the next task is one of the person's own: their own tab, and completed tasks, which need no work. */
const PERSONAL_TAB = /[?&]tab=(mine|completed)\b/;
