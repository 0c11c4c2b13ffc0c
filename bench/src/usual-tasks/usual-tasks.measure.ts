import { browserFigures } from '../running/browser-figures.js';
import type { Measure, Row } from '../running/measure.js';

/** The figures that `e2e/figures/usual-tasks.figures.ts` writes. */
interface Figures {
  readonly tasks: number;
  readonly keysPerTask: number;
  readonly clicksPerTask: number;
  readonly charactersPerTask: number;
  /** The keys of the task that took most. */
  readonly mostKeys: number;
  readonly kinds: readonly { readonly task: string; readonly tasks: number; readonly keys: number }[];
}

const MOST_KEYS = 3;
const MOST_CLICKS = 2;

/** How many keys and clicks it takes to record the usual outcome of a task, over 200 tasks of the queue. */
export const usualTasks: Measure = {
  name: 'usual-tasks',
  async *run({ log }) {
    log('usual-tasks: starting the product, and a browser');
    const taken = await browserFigures<Figures>('usual-tasks', 1);
    for (const { task, tasks, keys } of taken.kinds) log(`usual-tasks: ${task}, ${tasks} tasks, ${keys} keys`);
    const row = (what: string, value: number, most: number): Row => ({
      measure: `${what} of a usual task, ${taken.tasks} tasks`,
      unit: '/task',
      ours: { name: 'ours', value, rounds: [value], times: [] },
      peer: null,
      goal: { words: `≤ ${most}`, met: value <= most },
      note: `${taken.charactersPerTask.toFixed(1)} characters typed`,
    });
    yield row('keys', taken.keysPerTask, MOST_KEYS);
    yield row('most keys', taken.mostKeys, MOST_KEYS);
    yield row('clicks', taken.clicksPerTask, MOST_CLICKS);
  },
};
