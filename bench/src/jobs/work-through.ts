import { randomUUID } from 'node:crypto';
import type { Round } from '../running/rounds.js';

/** A queue with a worker that does nothing but report that it was called. */
export interface WorkedQueue {
  plan(ids: readonly string[]): Promise<void>;
  /** `listener` is called by the worker with the id of each job. */
  onDone(listener: (id: string) => void): void;
  close(): Promise<void>;
}

/** As many as one commit of a busy log brings at once. */
const AT_ONCE = 50;

/** Plans jobs in small groups, like the planner, and waits until the last is done. Times are from planning to done. */
export async function workThrough(queue: WorkedQueue, amount: number): Promise<Round> {
  const since = new Map<string, number>();
  const times: number[] = [];
  const allDone = new Promise<void>((resolve) => {
    queue.onDone((id) => {
      times.push(performance.now() - since.get(id)!);
      if (times.length === amount) resolve();
    });
  });
  const start = performance.now();
  for (let first = 0; first < amount; first += AT_ONCE) {
    const ids = Array.from({ length: Math.min(AT_ONCE, amount - first) }, () => `job.${randomUUID()}`);
    for (const id of ids) since.set(id, performance.now());
    await queue.plan(ids);
  }
  await allDone;
  return { figure: (amount / (performance.now() - start)) * 1000, times };
}
