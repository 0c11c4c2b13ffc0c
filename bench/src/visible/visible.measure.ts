import { ensureDatabase } from '@throughline/platform';
import { startProductProcesses } from '../product/product-processes.js';
import { inOwnProcess } from '../running/own-process.js';
import type { Measure, Row } from '../running/measure.js';
import { percentile } from '../running/rounds.js';
import type { Load, Loaded, Timed } from './load.js';

/** Commands a second: the goal, and two lower rates, at which no command waits for another one. */
const PER_SECOND = 150;
const UNHURRIED = [50, 100];
const GOAL_MS = 100;

/** From a command to the screen that shows it, while everybody works. */
export const visible: Measure = {
  name: 'visible',
  async *run({ postgres, quick, log }) {
    log('visible: starting an API and a worker');
    const product = await startProductProcesses(await ensureDatabase(postgres.url, 'visible'));
    try {
      const [rounds, roundMs] = quick ? [2, 4_000] : [5, 20_000];
      const { origin, people } = product;
      for (const perSecond of quick ? [PER_SECOND] : [...UNHURRIED, PER_SECOND]) {
        log(`visible: ${perSecond} commands a second`);
        const asked: Load = { origin, people, perSecond, rounds, roundMs };
        yield* rowsOf(perSecond, await inOwnProcess<Load, Loaded>(new URL('load.js', import.meta.url), asked));
      }
    } finally {
      await product.stop();
    }
  },
};

function rowsOf(perSecond: number, { commands, deferred }: Loaded): readonly Row[] {
  const row = (measure: string, times: (command: Timed) => number | null): Row => {
    const ours = sideOf(commands, times);
    return { measure, unit: 'ms', ours, peer: null, goal: { words: `< ${GOAL_MS} ms`, met: ours.value < GOAL_MS } };
  };
  const answered = commands.map((command) => command.answered);
  const late = commands.map(({ sent }) => sent);
  const note =
    `of these, the command alone ${percentile(answered, 50).toFixed(1)} / ${percentile(answered, 99).toFixed(1)} ms; ` +
    `sent ${percentile(late, 99).toFixed(1)} ms late at p99, which counts` +
    (deferred > 0 ? `; ${deferred} were asked to come again, as the machine was full, and waited, which counts` : '');
  return [
    { ...row(`command → visible at ${perSecond}/s, p99`, ({ seen }) => seen), note },
    row(`command → socket at ${perSecond}/s, p99`, ({ live }) => live),
  ];
}

/** Each round has its own p99; the figure is their median. */
function sideOf(commands: readonly Timed[], timesOf: (command: Timed) => number | null): Row['ours'] {
  const of = (some: readonly Timed[]) => some.map(timesOf).filter((time) => time !== null);
  const rounds = [...new Set(commands.map(({ round }) => round))].map((round) =>
    percentile(of(commands.filter((command) => command.round === round)), 99),
  );
  return { name: 'ours', value: percentile(rounds, 50), rounds, times: of(commands) };
}
