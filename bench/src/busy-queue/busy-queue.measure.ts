import { browserFigures } from '../running/browser-figures.js';
import type { Goal, Measure, Row, Side, Unit } from '../running/measure.js';
import { percentile } from '../running/rounds.js';

/** The figures that `e2e/figures/busy-queue.figures.ts` writes. */
interface Figures {
  readonly busy: number;
  readonly longestTask: number;
  readonly shifts: readonly number[];
  readonly movedRows: number;
  readonly requestsPerMinute: number;
}

type Taken = Readonly<Record<'quiet' | 'ours' | 'bare', readonly Figures[]>>;

/** What the queue page does while others change 1,000 tasks a minute, compared with a plain table that receives the same messages. */
export const busyQueue: Measure = {
  name: 'busy-queue',
  async *run({ quick, log }) {
    log('busy-queue: starting the product, and a browser');
    const taken = await browserFigures<Taken>('busy-queue', quick ? 1 : 3);
    const row = (what: string, unit: Unit, of: (figures: Figures) => number, most: number, note?: string): Row => {
      const side = (name: string, figures: readonly Figures[]): Side => {
        const rounds = figures.map(of);
        return { name, value: percentile(rounds, 50), rounds, times: [] };
      };
      const ours = side('ours', taken.ours);
      const goal: Goal = { words: `≤ ${most} ${unit}`, met: ours.value <= most };
      const peer = side('bare table', taken.bare);
      return { measure: `busy queue, ${what}`, unit, ours, peer, goal, ...(note !== undefined && { note }) };
    };
    const quiet = percentile(
      taken.quiet.map(({ busy }) => busy),
      50,
    );
    const worst = Math.max(...taken.ours.flatMap(({ shifts }) => shifts), 0);
    const moved = Math.max(...taken.ours.map(({ movedRows }) => movedRows));
    yield* [
      row('main thread', '%', ({ busy }) => busy, 10, `without a change ${quiet.toFixed(1)} %`),
      row('longest task', 'ms', ({ longestTask }) => longestTask, 100, 'by the clock, from 50 ms on'),
      row(
        'layout shift',
        'CLS',
        ({ shifts }) => shifts.reduce((sum, shift) => sum + shift, 0),
        0,
        `largest ${worst.toFixed(4)}, rows in another place ${moved}`,
      ),
      row('requests', '/min', ({ requestsPerMinute }) => requestsPerMinute, 30),
    ];
  },
};
