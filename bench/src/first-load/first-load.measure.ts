import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Goal, Measure, Row, Side } from '../running/measure.js';
import { percentile } from '../running/rounds.js';

/** As `e2e/first-load.figures.ts` writes it: bytes, ms, and the score of 0 to 100. */
interface Screen {
  readonly name: string;
  readonly rounds: readonly Readonly<Record<'bytes' | 'requests' | 'fcp' | 'lcp' | 'tbt' | 'cls' | 'score', number>>[];
}

/** kB; of Home, and of any other first screen. */
const HOME_KB = 180;
const SCREEN_KB = 260;
const LCP_MS = 2_500;

/** What a person with a phone waits for at their first visit, beside the least page that the same libraries can make. */
export const firstLoad: Measure = {
  name: 'first-load',
  async run({ quick, log }) {
    log('first-load: starting the product, and a browser');
    const screens = await measured(quick ? 1 : 5);
    const bare = screens.at(-1)!;
    return screens.slice(0, -1).flatMap((screen) => rowsOf(screen, bare));
  },
};

/** By Playwright in a process of its own: it knows how to start the product and to find a browser. */
async function measured(rounds: number): Promise<readonly Screen[]> {
  const folder = await mkdtemp(join(tmpdir(), 'first-load-'));
  try {
    const figures = join(folder, 'figures.json');
    const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
    const env = { ...process.env, FIRST_LOAD_FIGURES: figures, FIRST_LOAD_ROUNDS: String(rounds) };
    const run = spawn(process.execPath, [playwright, 'test', '-c', 'e2e/first-load.config.ts'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(run, 'exit')) as [number | null];
    if (code !== 0) throw new Error('The first screens could not be measured');
    return JSON.parse(await readFile(figures, 'utf8')) as readonly Screen[];
  } finally {
    await rm(folder, { recursive: true });
  }
}

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
