import { browserFigures } from '../running/browser-figures.js';
import type { Goal, Measure, Row, Side } from '../running/measure.js';
import { percentile } from '../running/rounds.js';

/** The figures that `e2e/figures/first-load.figures.ts` writes: bytes, ms, and a score of 0 to 100. */
interface Screen {
  readonly name: string;
  readonly rounds: readonly Readonly<Record<'bytes' | 'requests' | 'fcp' | 'lcp' | 'tbt' | 'cls' | 'score', number>>[];
}

/** The goals in kB, for Home and for any other first screen. */
const HOME_KB = 180;
const SCREEN_KB = 260;
const LCP_MS = 2_500;

/** How long a person with a phone waits at their first visit, compared with the smallest page that the same libraries can make. */
export const firstLoad: Measure = {
  name: 'first-load',
  async *run({ quick, log }) {
    log('first-load: starting the product, and a browser');
    const screens = await browserFigures<readonly Screen[]>('first-load', quick ? 1 : 5);
    const bare = screens.at(-1)!;
    for (const screen of screens.slice(0, -1)) yield* rowsOf(screen, bare);
  },
};

function rowsOf(screen: Screen, bare: Screen): readonly Row[] {
  const medianOf = (of: Screen, name: keyof Screen['rounds'][number]) =>
    percentile(
      of.rounds.map((round) => round[name]),
      50,
    );
  const side = (of: Screen, name: 'bytes' | 'lcp', unit: number): Side => {
    const rounds = of.rounds.map((round) => round[name] / unit);
    return { name: of === bare ? 'bare page' : 'ours', value: percentile(rounds, 50), rounds, times: [] };
  };
  const goalOf = (value: number, limit: number, unit: string): Goal => ({
    words: `≤ ${limit} ${unit}`,
    met: value <= limit,
  });
  const bytes = side(screen, 'bytes', 1_000);
  const lcp = side(screen, 'lcp', 1);
  const limit = screen.name === 'home' ? HOME_KB : SCREEN_KB;
  return [
    {
      measure: `first load of ${screen.name}, on the wire`,
      unit: 'kB',
      ours: bytes,
      peer: side(bare, 'bytes', 1_000),
      goal: goalOf(bytes.value, limit, 'kB'),
      note: [
        `${medianOf(screen, 'requests')} requests, blocked for ${Math.round(medianOf(screen, 'tbt'))} ms, `,
        `CLS ${medianOf(screen, 'cls').toFixed(3)}, Lighthouse-like score ${medianOf(screen, 'score')} (bare page ${medianOf(bare, 'score')})`,
      ].join(''),
    },
    {
      measure: `first load of ${screen.name}, LCP`,
      unit: 'ms',
      ours: lcp,
      peer: side(bare, 'lcp', 1),
      goal: goalOf(lcp.value, LCP_MS, 'ms'),
    },
  ];
}
