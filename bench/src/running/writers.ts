import { performance } from 'node:perf_hooks';
import type { Round } from './rounds.js';

/** Appends its n-th event (from 0) and resolves when it is durable. */
export type Writer = (n: number) => Promise<unknown>;

/** All writers at once, each one event after the other, for `ms`; the figure is events per second. */
export async function writeFor(ms: number, writers: readonly Writer[]): Promise<Round> {
  const times: number[] = [];
  const start = performance.now();
  const end = start + ms;
  await Promise.all(
    writers.map(async (write) => {
      for (let n = 0, before = performance.now(); before < end; n++) {
        await write(n);
        const after = performance.now();
        times.push(after - before);
        before = after;
      }
    }),
  );
  return { figure: (times.length / (performance.now() - start)) * 1000, times };
}
