import { pathTo } from '@throughline/domain';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { userAtom } from '../../../../session/session.js';
import { usePageKeys } from '../../keys/page-keys.js';
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

const STEPS: Readonly<Record<string, 1 | -1>> = { n: 1, p: -1 };

/**
 * The keys n and p open the task after and before this one in the queue that the person came from. They count from the first moment of the
 * page, and one after the other: the second goes on from the task that the first one opens.
 */
export function useWalkKeys(): void {
  const navigate = useNavigate();
  const behind = useQueueBehind();
  const walking = useRef(Promise.resolve());
  const walk = async (queue: string, by: 1 | -1) => {
    const { neighbourOf } = await loadWalk();
    // Of the address: the page may still show the one before.
    const taskId = window.location.pathname.split('/').at(-1) ?? '';
    const to = await neighbourOf(queue, taskId, by);
    if (to) await navigate(pathTo.task(to.taskId), { state: { queue } });
  };
  usePageKeys(({ key }) => {
    const by = STEPS[key];
    if (behind === null || by === undefined) return false;
    walking.current = walking.current.then(() => walk(behind.queue, by)).catch(() => undefined);
    return true;
  });
}
