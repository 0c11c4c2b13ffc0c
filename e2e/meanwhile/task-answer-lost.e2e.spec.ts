import { expect, type Page } from '@playwright/test';
import { itemsOf, type ReferralDetail, type TaskQueue } from '@throughline/contracts';
import { aTask, inDays } from '../product/orders-and-tasks.js';
import { expectLive, LiveLine } from '../product/live-line.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

/** Takes an outcome back, so that other specs find the task. */
async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(page.getByText('Undone: the items are back in their task').first()).toBeVisible();
}

test('An outcome whose answer was lost is said to be recorded, with a way to undo it, once the task shows it', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { taskId } = await aTask(api);
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  const outcome = page.getByRole('region', { name: 'Outcome' });
  await outcome.getByRole('textbox', { name: 'Note' }).fill('Found in the register');
  let lost = 0;
  // The page learns of the outcome while its answer is lost, and hears the answer to the same request then.
  await page.route(`**/api/tasks/${taskId}/outcome`, async (route) => {
    if (++lost > 3) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await outcome.getByRole('group', { name: 'What came of it' }).getByRole('button').first().click();
  await expect(page.getByText(/: recorded$/).first()).toBeVisible();
  await expect(outcome.getByRole('alert')).toHaveCount(0);
  await undo(page);
});

test('An outcome whose answer was lost is announced once the connection is back, however long it was gone', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const line = await LiveLine.of(page);
  const api = await apiAs('staff2');
  const { taskId } = await aTask(api);
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  const outcome = page.getByRole('region', { name: 'Outcome' });
  await outcome.getByRole('textbox', { name: 'Note' }).fill('Found in the register');
  const buttons = outcome.getByRole('group', { name: 'What came of it' }).getByRole('button');
  const retry = outcome.getByRole('button', { name: 'Retry' });
  const keys = new Set<string | undefined>();
  let isAway = true;
  await page.route('**/api/**', async (route) => {
    const isOutcome = route.request().url().endsWith(`/tasks/${taskId}/outcome`);
    if (isOutcome) keys.add(route.request().headers()['idempotency-key']);
    if (!isAway) return route.continue();
    if (isOutcome) await route.fetch();
    return route.abort();
  });
  await line.cut();
  await buttons.first().click();
  await expect(retry).toBeVisible();
  await retry.click();
  await expect(retry).toBeHidden();
  await expect(retry).toBeVisible();
  await expectWcag(page);
  isAway = false;
  line.restore();
  await expect(page.getByText(/: recorded$/).first()).toBeVisible();
  await expect(outcome.getByRole('alert')).toHaveCount(0);
  expect([...keys]).toHaveLength(1);
  await undo(page);
});

test('An outcome whose answer was lost is announced once the connection is back, whatever was pressed after it', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const line = await LiveLine.of(page);
  const api = await apiAs('staff2');
  const { rows } = await api.read<TaskQueue>('/tasks?tab=unassigned&pageSize=100');
  const { taskId } = rows.find(({ task }) => task === 'Patient Contact 1st')!;
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  const outcome = page.getByRole('region', { name: 'Outcome' });
  await outcome.getByRole('textbox', { name: 'Note' }).fill('Called at noon');
  const buttons = outcome.getByRole('group', { name: 'What came of it' }).getByRole('button');
  const sent = new Set<string | null>();
  let isAway = true;
  await page.route('**/api/**', async (route) => {
    const isOutcome = route.request().url().endsWith(`/tasks/${taskId}/outcome`);
    if (isOutcome) sent.add(route.request().postData());
    if (!isAway) return route.continue();
    if (isOutcome) await route.fetch();
    return route.abort();
  });
  await line.cut();
  await buttons.first().click();
  await expect(outcome.getByRole('alert')).toContainText('We do not know whether it was saved');
  await buttons.nth(1).click();
  await expect(outcome.getByRole('alert')).toContainText('This was not sent yet');
  isAway = false;
  line.restore();
  await expect(page.getByText(/: recorded$/).first()).toBeVisible();
  // Neither the note, which was recorded, nor what was pressed second is left to send.
  await expect(outcome).toHaveCount(0);
  expect([...sent]).toHaveLength(1);
  await undo(page);
});

test('An outcome whose answer stays lost while the task shows it can be tried again', async ({ signedIn, apiAs }) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { taskId } = await aTask(api);
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  const outcome = page.getByRole('region', { name: 'Outcome' });
  const buttons = outcome.getByRole('group', { name: 'What came of it' }).getByRole('button');
  let isAway = true;
  let tries = 0;
  await page.route(`**/api/tasks/${taskId}/outcome`, async (route) => {
    tries += 1;
    if (!isAway) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await buttons.first().click();
  // Three tries, and three more once the task shows that something was recorded.
  await expect.poll(() => tries).toBeGreaterThanOrEqual(6);
  await expect(buttons).toHaveCount(0);
  isAway = false;
  await outcome.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(/: recorded$/).first()).toBeVisible();
  await expect(outcome).toHaveCount(0);
  await undo(page);
});

test('An act of one click whose answer was lost is said to be done once the page shows it', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff');
  const { taskId, memberLastName } = await aTask(api);
  const toast = page.locator('.MuiAlert-message');
  const loseAnswers = async (to: string) => {
    let lost = 0;
    await page.route(to, async (route) => {
      if (++lost > 3) return route.continue();
      await route.fetch();
      return route.abort();
    });
  };
  const isDone = async (words: string) => {
    await expect(toast.filter({ hasText: words })).toBeVisible();
    // The live region may still speak of it, together with what was heard after it.
    await expect(toast.filter({ hasText: 'The server could not be reached' })).toHaveCount(0);
  };
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  await loseAnswers(`**/api/tasks/${taskId}/claim`);
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await isDone('Create Patient is yours');
  await api.post(`/tasks/${taskId}/hold`, { until: inDays(3), reason: 'Called', seen: { until: null, reason: null } });
  await loseAnswers(`**/api/tasks/${taskId}/resume`);
  await page.getByRole('button', { name: 'Take off hold', exact: true }).click();
  await isDone('Create Patient is no longer on hold');
  await loseAnswers('**/api/tasks/outcomes/*/undo');
  await page.getByRole('group', { name: 'What came of it' }).getByRole('button').first().click();
  await undo(page);
  await isDone('Undone: the items are back in their task');
  await loseAnswers(`**/api/tasks/*/release`);
  const { rows } = await api.read<TaskQueue>(`/tasks?tab=mine&search=${memberLastName}`);
  await page.goto(`/task/${rows[0]!.taskId}`);
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await isDone('Create Patient was released');
});

test('An undo whose answer stays lost is said to be done once the page shows it, and nothing says otherwise after that', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const { taskId } = await aTask(await apiAs('staff2'));
  const toast = page.locator('.MuiAlert-root');
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  let asked = 0;
  await page.route('**/api/tasks/outcomes/*/undo', async (route) => {
    await route.fetch();
    await route.abort();
    asked += 1;
  });
  await page.getByRole('group', { name: 'What came of it' }).getByRole('button').first().click();
  await toast.filter({ hasText: ': recorded' }).getByRole('button', { name: 'Undo' }).click();
  await expect(toast.filter({ hasText: 'Undone: the items are back in their task' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Show \d+ undone outcomes?$/ })).toBeVisible();
  // If the page shows it after the three tries only, it has asked for the answer as well.
  await expect.poll(() => asked).toBeGreaterThanOrEqual(3);
  await page
    .getByRole('button', { name: 'Claim', exact: true })
    .or(page.getByRole('button', { name: 'Release', exact: true }))
    .click();
  await expect(toast.filter({ hasText: /Create Patient (is yours|was released)/ })).toBeVisible();
  // In the live region as well.
  await expect(page.getByText('The server could not be reached')).toHaveCount(0);
});

test('Stop items says that a colleague has undone what it did, where the answer was lost', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { taskId, referralId, items } = await aTask(api);
  const itemIds = [items[0]!.id];
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  await page.getByRole('button', { name: 'Stop items…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop items' });
  await dialog.getByRole('checkbox', { name: new RegExp(`^${items[0]!.item}`) }).check();
  const reason = dialog.getByRole('textbox', { name: /^Reason/ });
  await reason.fill('Asked twice');
  await page.route(`**/api/tasks/${taskId}/stop`, async (route) => {
    await route.fetch();
    return route.abort();
  });
  await dialog.getByRole('button', { name: 'Stop items' }).click();
  await expect(dialog.getByRole('alert')).toContainText('could not be reached');
  await api.post('/tasks/unstop-items', { referralId, itemIds, reason: 'Asked once' });
  const isAtWork = async () => {
    const { items: now } = await api.read<ReferralDetail>(`/referrals/referral/${referralId}`);
    return itemsOf({ items: now }).find(({ id }) => id === itemIds[0])?.stoppedReason;
  };
  await expect.poll(isAtWork).toBeNull();
  // The page asks about it as soon as the server is heard of again.
  await page.unroute(`**/api/tasks/${taskId}/stop`);
  const refusal = dialog.getByRole('alert').filter({ hasText: 'You did this on' });
  await expect(refusal).toContainText('This was done, and has changed since');
  await expect(refusal).toContainText(
    /You did this on .*: you stopped 1 item in .*, for “Asked twice”\. Since then, on .*: Minh Tran took 1 item up again .*\./,
  );
  await expect(reason).toHaveValue('Asked twice');
  await expectWcag(page, '[role="dialog"]');
});
