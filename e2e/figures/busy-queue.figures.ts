import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_PATH } from '@throughline/contracts';
import { expect, type Page } from '@playwright/test';
import { bareQueuePage } from './bare-queue.js';
import { changeQueue } from './changing-queue.js';
import { expectLive } from '../product/live-line.js';
import { test } from '../product/people.js';
import { accessTokenOf } from '../product/person-api.js';

const ROUNDS = Number(process.env['FIGURES_ROUNDS'] ?? 1);
const SETTLE_MS = 2_000;

/** What a page did while the queue changed. */
interface Figures {
  /** Processor time of the main thread, in per cent of the time that passed. */
  readonly busy: number;
  /** ms; 0: none was longer than 50. */
  readonly longestTask: number;
  readonly shifts: readonly number[];
  /** Rows that are not where they were. */
  readonly movedRows: number;
  readonly requestsPerMinute: number;
}

test('the queue under 1,000 changes a minute', async ({ signedIn, baseURL }) => {
  const page = await signedIn('staff');
  const token = await accessTokenOf(await signedIn('staff2'));
  await page.addInitScript(watch);
  await page.route('**/bare-queue', (route) =>
    route.fulfill({ contentType: 'text/html', body: bareQueuePage(LIVE_PATH) }),
  );
  const change = () => changeQueue(`${baseURL}/api`, token);
  const open = async (address: string) => {
    await page.goto(address);
    await expect(page.getByRole('cell').first()).toBeVisible();
    await pause(SETTLE_MS);
  };
  const figures: Record<'quiet' | 'ours' | 'bare', Figures[]> = { quiet: [], ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    await open('/queue');
    await expectLive(page);
    figures.quiet.push(await measure(page, () => pause(10_000)));
    figures.ours.push(await measure(page, change));
    await open('/bare-queue');
    figures.bare.push(await measure(page, change));
  }
  await writeFile(process.env['FIGURES_FILE'] ?? '/dev/stdout', JSON.stringify(figures));
});

async function measure(page: Page, during: () => Promise<void>): Promise<Figures> {
  const session = await page.context().newCDPSession(page);
  // The processor time of the thread, and not the time of the clock: what else the machine does is not counted.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const processorSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  let requests = 0;
  const count = () => (requests += 1);
  const rows = () => page.locator('tbody a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const order = await rows();
  await page.evaluate(() => Object.assign((window as unknown as Watched).seen, { longestTask: 0, shifts: [] }));
  page.on('request', count);
  const [startedAt, before] = [performance.now(), await processorSeconds()];
  await during();
  const [seconds, after] = [(performance.now() - startedAt) / 1_000, await processorSeconds()];
  page.off('request', count);
  await session.detach();
  const now = await rows();
  return {
    busy: (100 * (after - before)) / seconds,
    ...(await page.evaluate(() => (window as unknown as Watched).seen)),
    movedRows: order.filter((row, n) => row !== now[n]).length,
    requestsPerMinute: (60 * requests) / seconds,
  };
}

interface Watched {
  readonly seen: Pick<Figures, 'longestTask'> & { readonly shifts: number[] };
}

/** Runs in the page, before anything of its own. */
function watch(): void {
  const seen = { longestTask: 0, shifts: [] as number[] };
  Object.assign(window, { seen });
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type });
  observe('longtask', ({ duration }) => (seen.longestTask = Math.max(seen.longestTask, duration)));
  observe('layout-shift', (entry) => seen.shifts.push((entry as PerformanceEntry & { readonly value: number }).value));
}
