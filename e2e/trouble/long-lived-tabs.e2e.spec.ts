import { chromium, expect, type Page } from '@playwright/test';
import { browserOptions } from '../product/browser.js';
import { aTask } from '../product/orders-and-tasks.js';
import { expectLive } from '../product/live-line.js';
import { field, fillOrder, fillVisitor } from '../order/order.js';
import { attach, file } from '../order/order-files.js';
import { signIn, test } from '../product/people.js';

const HOUR_MS = 3_600_000;

/** Silences the connections of the page without closing them, as a computer does that goes to sleep. */
async function silenceable(page: Page): Promise<{ readonly silence: () => void }> {
  const open: { isSilent: boolean }[] = [];
  await page.routeWebSocket(/EIO=/, (socket) => {
    const line = { isSilent: false };
    open.push(line);
    const server = socket.connectToServer();
    socket.onMessage((message) => (line.isSilent ? undefined : server.send(message)));
    server.onMessage((message) => (line.isSilent ? undefined : socket.send(message)));
    socket.onClose((code, reason) => void server.close({ code: code ?? 1000, reason: reason ?? '' }));
    server.onClose((code, reason) =>
      line.isSilent ? undefined : void socket.close({ code: code ?? 1000, reason: reason ?? '' }),
    );
  });
  return { silence: () => open.forEach((line) => Object.assign(line, { isSilent: true })) };
}

test('After an hour of sleep a task shows what happened meanwhile, keeps what was typed, and stays signed in', async ({
  visitor,
  apiAs,
}) => {
  const colleague = await apiAs('staff2');
  const { taskId } = await aTask(colleague);
  const page = await visitor();
  await page.clock.install();
  const line = await silenceable(page);
  await page.goto(`/task/${taskId}`);
  await signIn(page, 'staff');
  await expectLive(page);
  const outcome = page.getByRole('region', { name: 'Outcome' });
  const note = outcome.getByRole('textbox', { name: 'Note' });
  await note.fill('Asked about the lid');

  line.silence();
  await colleague.post(`/tasks/${taskId}/claim`);
  // As a computer that wakes up: timers that are due fire once, and the page is shown again.
  await page.clock.fastForward(HOUR_MS);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  await expect(outcome).toContainText('claimed the task');
  await expect(note).toHaveValue('Asked about the lid');
  await expectLive(page);
  await expect(page.getByRole('button', { name: 'Account:' })).toBeVisible();
  await colleague.post(`/tasks/${taskId}/release`);
});

test('A duplicated tab does not take over the uploads of the first', async ({ visitor }) => {
  const page = await visitor();
  await fillOrder(page, 'Duplicated');
  await fillVisitor(page);
  await attach(page, file('one.pdf'), file('two.pdf'));
  let goOn = () => {};
  const isOver = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(/fileName\/two\.pdf/, (route) => isOver.then(() => route.continue()), { times: 1 });
  await page.getByRole('button', { name: 'Submit referral' }).click();
  const dialog = page.getByRole('dialog', { name: 'Submit Referral' });
  await expect(dialog).toContainText('Attaching 2 of 2 files');

  // As a browser duplicates a tab: with a copy of what the first one stores for itself.
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open(location.href));
  const copy = await opened;
  await expect(field(copy, 'Member', 'Last Name')).toBeVisible();
  const kept = () =>
    copy.evaluate(() => Object.keys(sessionStorage).filter((key) => key.endsWith('.interrupted')).length);
  await expect.poll(kept).toBe(0);
  await expect(copy.getByRole('dialog')).toHaveCount(0);

  goOn();
  await expect(dialog.getByText('Attached', { exact: true })).toHaveCount(2);
});

test.describe('Back, after a Log Out in another tab,', () => {
  test('shows nothing of the person, also where the browser keeps pages for Back', async ({ baseURL, sessionOf }) => {
    // Playwright switches that cache off.
    const browser = await chromium.launch({
      ...(await browserOptions()),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    try {
      const context = await browser.newContext({ baseURL: baseURL!, storageState: await sessionOf('staff2') });
      const page = await context.newPage();
      await page.goto('/queue');
      await expectLive(page);
      await page.goto('/dev/mailbox');
      const other = await context.newPage();
      await other.goto('/queue');
      await other.evaluate(() => localStorage.removeItem('okta-token-storage'));
      await page.goBack();
      await expect(page.getByText('Please sign in to see this page')).toBeVisible();
      await expect(page.getByRole('row')).toHaveCount(0);
    } finally {
      await browser.close();
    }
  });

  test('also on a page that comes out of that cache as it was', async ({ signedIn }) => {
    const page = await signedIn('staff2');
    await page.goto('/queue');
    await expectLive(page);
    // While the page was in the cache, no event told it of the change.
    await page.evaluate(() => {
      localStorage.removeItem('okta-token-storage');
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await expect(page.getByText('Please sign in to see this page')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(0);
  });
});
