import { writeFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { startBarePage } from './bare-page.js';
import { bytesOf, firstReferral, loadFirst, watchVitals } from './first-load.js';
import { lighthouseScore, type Vitals } from './lighthouse-like.js';
import { test, type Person } from '../product/people.js';

/** A phone's line (1.6 Mbit/s, 150 ms) and a phone: what Lighthouse takes for one. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWDOWN = 4;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const ROUNDS = Number(process.env['FIGURES_ROUNDS'] ?? 3);

const SCREENS: readonly (readonly [name: string, person: Person | null, address: (page: Page) => Promise<string>])[] = [
  ['home', null, () => Promise.resolve('/')],
  ['order form', null, () => Promise.resolve('/create-referral')],
  ['queue', 'staff', () => Promise.resolve('/queue')],
  ['referral', 'referrer', firstReferral],
];

test('first screens on a phone’s line', async ({ browser, baseURL, visitor, signedIn }) => {
  const bare = await startBarePage();
  const figures: { name: string; rounds: Figures[] }[] = [];
  try {
    for (const [name, person, addressOf] of SCREENS) {
      const before = person === null ? await visitor() : await signedIn(person);
      const address = await addressOf(before);
      const storageState = await before.context().storageState();
      await before.close();
      const rounds: Figures[] = [];
      for (let round = 0; round < ROUNDS; round++)
        rounds.push(await measure(browser, `${baseURL}${address}`, { storageState }));
      figures.push({ name, rounds });
    }
    const rounds: Figures[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(browser, bare.origin, {}));
    figures.push({ name: 'bare page', rounds });
  } finally {
    await bare.stop();
  }
  await writeFile(process.env['FIGURES_FILE'] ?? '/dev/stdout', JSON.stringify(figures));
});

interface Figures extends Vitals {
  readonly bytes: number;
  readonly requests: number;
  /** 0 to 100. */
  readonly score: number;
}

/** One load by a browser that has nothing in its cache. */
async function measure(browser: Browser, address: string, options: BrowserContextOptions): Promise<Figures> {
  const context = await browser.newContext({ ...PHONE, ...options });
  const page = await context.newPage();
  await page.addInitScript(watchVitals);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const { first } = await loadFirst(session, page, address);
  const vitals = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
  await context.close();
  return { ...vitals, bytes: bytesOf(first), requests: first.length, score: lighthouseScore(vitals) };
}
