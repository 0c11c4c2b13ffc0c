import { readdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { bytesOf, firstReferral, type Loaded, loadFirst, watchVitals } from './first-load.js';
import type { Vitals } from './lighthouse-like.js';
import { fillOrder, submitOrder } from '../order/order.js';
import { type Person, test as product } from '../product/people.js';
import { ROOT, RUNNING_IN } from '../product/product.js';
import { startProduct } from '../product/start-product.js';

/** A product of their own, as what a page costs depends on what is in it: here always the demo data, whatever other specs did before. */
const test = product.extend<object, { readonly ownProduct: void }>({
  ownProduct: [
    async ({}, use, { parallelIndex }) => {
      const running = process.env[RUNNING_IN];
      const { dataDir, end } = await startProduct();
      process.env[RUNNING_IN] = Array.from({ length: parallelIndex + 1 }, () => dataDir).join(delimiter);
      await use();
      process.env[RUNNING_IN] = running;
      await end();
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
});

const CONSOLE = join(ROOT, 'dist/apps/console');

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** A screen as somebody sees it first, with nothing in the browser's cache. */
interface FirstScreen {
  readonly name: string;
  /** Asked of a page of theirs. */
  readonly address: string | ((page: Page) => Promise<string>);
  readonly person: Person | null;
  /** A browser's, which has not chosen one here. */
  readonly locale?: 'es-US';
  /** In the console's manifest. */
  readonly route: string;
  /** Bytes of its files, in brotli, with all that they import. */
  readonly files: number;
  /** Bytes on the wire, with what it asks the API for. */
  readonly wire: number;
}

/*
 * What was added to a budget, and for what: 350 bytes of each page say that a server does not answer, and 700 of the queue keep a choice over
 * its pages as it was seen; 2,700 of the order form are for what its sections say, for the referrer in one line and for the things to fix that
 * become fewer (docs/decisions/0132); 600 of a referral for a sign-in that goes on after a reload, for why a session ended (0133) and for
 * dismissed files (0131); 500 on the wire of a referral, and 1,000 of
 * the queue and of a task, for the list of what an act did not do whose dialog was left, for steps that were skipped, for outcomes that ask for
 * items and a reason (0138), for what became of an undo or a claim without an answer, and for links and buttons that say their meaning; 500 of
 * the files of the queue for the last two; 1,000 of the queue's files, and 3,500 on the wire of the queue and 2,500 of a task, for members of one name
 * and for what the person does in another tab; 1,500 of a task and 1,000 of a referral to tell what was undone from what was done, for the place of
 * the last notes and for what is typed in dialogs; 2,000 of a task, whose code that stores what is typed does not wait for the first focus; 1,000
 * of the queue and of a referral, 500 more of the queue, whose notes to act on stand apart, 1,500 of a task and 1,500 on the wire of a referral and a task to say that what was saved is on its way, that rows are those of
 * before, that a part does not answer, and for the places of what comes later; 5,500 of Audit's files for the tabs of its two searches (0154), whose own code is
 * loaded with them; 500 of the queue and 700 of a referral and of a task for the meaning of a row's status by keyboard (0160), to say that changes come
 * late (0162), and to ask what became of a request once the server is heard; 500 of the queue and of a task, 300 of a referral and 500 on the wire of Spanish words, for whose turn it is on a
 * phone's card, for a task that ended by a stop, for paper that is light at once, and to forget what was said with the session; 800 of Audit, 500 of the queue
 * and of a referral and 300 of a task, for pages that can be of an earlier moment (0174) and for causes (0173).
 * Each budget has a few hundred bytes of room, by which the same code differs between two builds.
 */
const SCREENS: readonly FirstScreen[] = [
  { name: 'home', address: '/', person: null, route: 'home', files: 155_000, wire: 180_000 },
  {
    name: 'home in Spanish',
    address: '/',
    person: null,
    locale: 'es-US',
    route: 'home',
    files: 155_000,
    wire: 190_500,
  },
  {
    name: 'order form',
    address: '/create-referral',
    person: null,
    route: 'create-referral',
    files: 235_700,
    wire: 260_000,
  },
  { name: 'queue', address: '/queue', person: 'staff', route: 'queue', files: 218_000, wire: 267_000 },
  { name: 'referrals', address: '/referrals', person: 'referrer', route: 'referrals', files: 212_500, wire: 260_000 },
  { name: 'referral', address: firstReferral, person: 'referrer', route: 'referral', files: 202_000, wire: 252_500 },
  { name: 'task', address: lateTask, person: 'staff', route: 'task', files: 220_500, wire: 269_300 },
  { name: 'audit', address: '/audit', person: 'ops', route: 'audit-search', files: 210_300, wire: 260_800 },
  // Last, as it submits an order, which the others would load.
  {
    name: 'referrals with a Spanish name, in Spanish',
    address: referralsWithSpanishName,
    person: 'referrer',
    locale: 'es-US',
    route: 'referrals',
    files: 210_500,
    wire: 260_000,
  },
];

/** A task late in a long case, with the outcomes of those before it: the one due last, which does not fall due just now. */
async function lateTask(page: Page): Promise<string> {
  await page.goto('/queue?tab=open&task=CMN+Exception');
  return (await page.locator('a[href^="/task/"]').last().getAttribute('href')) ?? '';
}

async function referralsWithSpanishName(page: Page): Promise<string> {
  await page.goto('/create-referral');
  await fillOrder(page, 'Peña');
  await submitOrder(page);
  return '/referrals';
}

/**
 * Bytes on the wire that the pages of a person load ahead, once they are at rest: the Session Expiring dialog, the zones of the foot, the
 * styles of print; of a referral and a task the last notes and the other referrals of the member, with how far each is.
 */
const MOST_AHEAD = 30_000;

/** CLS: shares of the window, and how far they moved. */
const MOST_SHIFT = 0.01;
/** So that every step of a load is seen. */
const LATENCY = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 };

/** Words of the code that Home has no use for: tables, forms, schemas, the sign-in client, the socket. */
const NOT_FOR_HOME = ['getVisibleLeafColumns', 'shouldUnregister', '$ZodError', 'okta-auth-js', 'tryAllTransports'];

async function filesOf(route: string): Promise<ReadonlySet<string>> {
  const manifest = JSON.parse(await readFile(join(CONSOLE, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The manifest of the console does not name ${key}`);
    if (files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  const layout = route === 'home' ? [] : ['router/with-queries'];
  add('index.html');
  for (const page of [...layout, route]) add(`src/routes/${page}.tsx`);
  return files;
}

/** As it is sent to a browser: in brotli where that was made. */
const sizeOf = async (file: string): Promise<number> =>
  (await readFile(join(CONSOLE, `${file}.br`)).catch(() => readFile(join(CONSOLE, file)))).length;

for (const { name, address, person, locale, route, files: filesLimit, wire } of SCREENS) {
  test(`${name}: its files and its transfer stay within their budgets, and the layout does not shift`, async ({
    signedIn,
    visitor,
    newPage,
  }) => {
    const files = [...(await filesOf(route))];
    const sizes = await Promise.all(files.map(sizeOf));
    expect
      .soft(
        sizes.reduce((sum, size) => sum + size, 0),
        files.join(', '),
      )
      .toBeLessThanOrEqual(filesLimit);

    const before = person === null ? await visitor() : await signedIn(person);
    const opened = typeof address === 'string' ? address : await address(before);
    const page = await newPage({ storageState: await before.context().storageState(), ...(locale && { locale }) });
    await page.addInitScript(watchVitals);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', LATENCY);
    const { first, ahead } = await loadFirst(session, page, opened);
    expect.soft(bytesOf(first), linesOf(first)).toBeLessThanOrEqual(wire);
    const hasSession = ahead.some(({ url }) => url.includes('/session-expiring-dialog-'));
    expect.soft(hasSession, 'a visitor has no session that could expire').toBe(person !== null);
    expect.soft(bytesOf(ahead), linesOf(ahead)).toBeLessThanOrEqual(MOST_AHEAD);
    const fonts = [...first, ...ahead].map(({ url }) => url).filter((url) => url.endsWith('.woff2'));
    expect.soft(fonts, 'no more than the first part of the font').toEqual([expect.stringContaining('inter-first')]);
    const { cls } = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
    expect(cls, 'what was seen moved').toBeLessThan(MOST_SHIFT);
  });
}

const linesOf = (loaded: readonly Loaded[]): string => loaded.map(({ bytes, url }) => `${bytes} ${url}`).join('\n');

test('home loads no code that it does not need', async () => {
  const scripts = (await readdir(join(CONSOLE, 'assets'))).filter((file) => file.endsWith('.js'));
  const first = await filesOf('home');
  const wordsIn = async (files: readonly string[]) => {
    const text = (await Promise.all(files.map((file) => readFile(join(CONSOLE, 'assets', file), 'utf8')))).join('\n');
    return NOT_FOR_HOME.filter((word) => text.includes(word));
  };
  expect(await wordsIn(scripts), 'the words are those of the code').toEqual(NOT_FOR_HOME);
  expect(await wordsIn(scripts.filter((file) => first.has(`assets/${file}`)))).toEqual([]);
});

test('a page whose code is missing is reloaded once, and then shows an error', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible();
  let answers = 0;
  await page.route(/assets\/create-referral-.*\.js$/, async (route) => {
    answers += 1;
    await (answers === 1 ? route.fulfill({ status: 404 }) : route.continue());
  });
  await page.getByRole('link', { name: 'Submit New Referral' }).click();
  await expect(page.getByRole('form', { name: 'Referral order' })).toBeVisible();
  expect(answers).toBe(2);

  await page.route(/assets\/activate-.*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/activate/unknown');
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('a page whose code could not be loaded without a network is loaded when the network is back', async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto('/');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Submit New Referral' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('form', { name: 'Referral order' })).toBeVisible();
});
