import { pathTo } from '@throughline/domain';
import { useAtomValue } from 'jotai';
import { useNavigate } from 'react-router-dom';
import { userAtom } from '../../../../session/session.js';
import { useQueueBehind } from './task-link.js';

const loadWalk = () => import('./next-in-queue.js');

const MINE = '?tab=mine';

/**
 * Finds the next task: the one after this that the person may work on now, in the queue that they came from, or among their own tasks.
 * `open` shows it, or the queue if there is none. `prepare` reads the order of the queue, if it was not read yet, while the task is in it: the
 * place of a task that has left the queue is not known.
 */
export function useNextTask(taskId: string) {
  const navigate = useNavigate();
  const behind = useQueueBehind();
  const userId = useAtomValue(userAtom)?.id;
  const queue = behind && !PERSONAL_TAB.test(behind.queue) ? behind.queue : MINE;
  const prepare = () =>
    loadWalk()
      .then(({ readWalk }) => readWalk(queue))
      .catch(() => undefined);
  const open = async () => {
    const { nextInQueue } = await loadWalk();
    const next = await nextInQueue(queue, taskId, userId);
    await navigate(next ? pathTo.task(next.taskId) : `/queue${queue}`, { state: behind });
  };
  return { isOwn: queue === MINE, prepare, open };
}

/** Matches the tabs after which the next task is one of the person's own: their own tab, and completed tasks, which need no work. */
const PERSONAL_TAB = /[?&]tab=(mine|completed)\b/;
