import { expect, type Page } from '@playwright/test';
import type { TaskOutcome } from '@throughline/contracts';
import { aTask, NO_HOLD } from '../product/orders-and-tasks.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

const stopped = (page: Page) => page.getByRole('region', { name: /^Stopped, / });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const REASON = 'The member has one from another supplier';

test('An outcome that stops asks which items and why, by key and from the queue; their card takes them up again and cancels them', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const { taskId, referralId, items } = await aTask(await apiAs('staff2'));
  await page.goto(`/task/${taskId}`);
  const outcomes = page.getByRole('group', { name: 'What came of it' });
  await expect(outcomes.getByRole('button', { name: 'Duplicate…' })).toHaveAttribute('aria-keyshortcuts', '2');
  await page.getByRole('textbox', { name: 'Note' }).fill('Asked the plan');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('2');
  const dialog = dialogOf(page, 'Duplicate: stop items');
  const boxes = dialog.getByRole('checkbox');
  await expect(boxes).toHaveCount(items.length);
  for (const box of await boxes.all()) await expect(box).toBeChecked();
  const reason = dialog.getByRole('textbox', { name: /^Reason/ });
  await expect(reason).toHaveValue('Duplicate of another referral');
  await expectWcag(page, '[role="dialog"]');
  for (const box of (await boxes.all()).slice(1)) await box.uncheck();
  await reason.fill(REASON);
  await dialog.getByRole('button', { name: 'Stop items' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Create Patient of .*: recorded$/).last()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  const others = page.getByRole('region', { name: 'Stopped items of this referral' });
  await expect(others).toContainText(`Stopped in Create Patient: ${REASON}`);
  await expect(others.getByRole('button', { name: 'Take up again…' })).toBeVisible();

  await page.goto(`/referral/${referralId}`);
  const card = stopped(page).getByRole('listitem').filter({ hasText: 'Stopped Referral Item' });
  await expect(card).toContainText(/Current Task\s*Stopped in Create Patient\s*Stopped Reason/);
  await expect(card).toContainText(REASON);
  await stopped(page).getByRole('button', { name: 'Take up again…' }).click();
  const takingUp = dialogOf(page, 'Take stopped items up again');
  await expect(takingUp.getByRole('checkbox', { name: items[0]!.item })).toBeChecked();
  await takingUp.getByRole('textbox', { name: /^Reason/ }).fill('It was another member');
  await takingUp.getByRole('button', { name: 'Take up again' }).click();
  await expect(takingUp).toBeHidden();
  await expect(stopped(page)).toHaveCount(0);

  await page.goto(`/queue?tab=open&search=${referralId}`);
  await page
    .getByRole('button', { name: /^Actions for Create Patient/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /^Duplicate…/ }).click();
  await expect(boxes).toHaveCount(items.length);
  await dialog.getByRole('button', { name: 'Stop items' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/referral/${referralId}`);
  await stopped(page).getByRole('button', { name: 'Cancel items…' }).click();
  await dialogOf(page, 'Cancel stopped items').getByRole('button', { name: 'Cancel items' }).click();
  await expect(page.getByRole('button', { name: 'Cancel items…' })).toHaveCount(0);
  await expect(card.first()).toContainText(/Current Task\s*Canceled; stopped in Create Patient/);
});

test('What a colleague does while the items of a stop are chosen is said, and only what is left is stopped', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const colleague = await apiAs('staff2');
  const { taskId, referralId, items } = await aTask(colleague);
  await page.goto(`/task/${taskId}`);
  await page.getByRole('button', { name: 'Duplicate…' }).click();
  const dialog = dialogOf(page, 'Duplicate: stop items');
  await expect(dialog.getByRole('checkbox')).toHaveCount(items.length);
  const [first] = items;
  await colleague.post(`/tasks/${taskId}/stop`, { itemIds: [first!.id], reason: 'Asked twice', seen: { hold: null } });
  await expect(dialog.getByRole('status').first()).toContainText(/Minh Tran changed this, \w+day \d\d:\d\d/);
  await expect(dialog.getByText('No longer in this task')).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop items' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/referral/${referralId}`);
  await expect(page.getByRole('region', { name: `Stopped, ${items.length} items` })).toContainText('Asked twice');
  await stopped(page).getByRole('button', { name: 'Take up again…' }).click();
  const takingUp = dialogOf(page, 'Take stopped items up again');
  await expect(takingUp.getByRole('checkbox')).toHaveCount(items.length);
  await colleague.post('/tasks/cancel-items', { referralId, itemIds: [first!.id] });
  await expect(takingUp.getByRole('status').first()).toContainText(/Minh Tran changed this, \w+day \d\d:\d\d/);
  await takingUp.getByRole('textbox', { name: /^Reason/ }).fill('Asked once');
  await takingUp.getByRole('button', { name: 'Take up again' }).click();
});

test('A step that no item went through is not ticked, for staff and for a visitor', async ({
  signedIn,
  visitor,
  apiAs,
}) => {
  const [page, api] = [await signedIn('staff'), await apiAs('staff2')];
  const { taskId, referralId, items } = await aTask(api);
  const body = { itemIds: items.map(({ id }) => id), task: 'Ready for Dropship', reason: 'As agreed' };
  await api.post(`/tasks/${taskId}/move`, { ...body, seen: { hold: NO_HOLD.until } });
  await page.goto(`/referral/${referralId}`);
  const steps = page.getByRole('list', { name: 'Progress of Ready for Dropship' }).getByRole('listitem');
  const all = [
    'Create Patient, done',
    'Patient Contact, skipped',
    'Documentation, skipped',
    /^Preparing to Ship, current/,
  ];
  await expect(steps).toHaveText([...all, 'Shipped, waiting', 'Delivered, waiting']);
  const other = await visitor();
  await other.goto(`/referral/${referralId}`);
  await expect(
    other
      .getByRole('list', { name: /^Progress of/ })
      .getByRole('listitem')
      .nth(2),
  ).toContainText('Documentation');
});

test('A stop whose answer was lost is the same one when it is sent again, and is asked about when its dialog is closed', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { taskId, referralId, items } = await aTask(api);
  await page.goto(`/task/${taskId}`);
  const keys = new Set<string | undefined>();
  let isAway = true;
  await page.route(`**/api/tasks/${taskId}/outcome`, async (route) => {
    keys.add(route.request().headers()['idempotency-key']);
    if (!isAway) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const note = page.getByRole('textbox', { name: 'Note' });
  const dialog = dialogOf(page, 'Duplicate: stop items');
  const submit = dialog.getByRole('button', { name: 'Stop items' });
  const stop = async (text: string, count: number) => {
    await note.fill(text);
    await page.getByRole('button', { name: 'Duplicate…' }).click();
    const boxes = dialog.getByRole('checkbox');
    await expect(boxes.first()).toBeVisible();
    for (const box of (await boxes.all()).slice(count)) await box.uncheck();
    await submit.click();
    await expect(dialog).toContainText('We do not know whether it was saved');
  };

  await stop('Asked for the first', 1);
  await expect(dialog).toContainText('No longer in this task');
  await submit.click();
  await expect(dialog).toContainText('We do not know whether it was saved');
  isAway = false;
  // The page may ask by itself in between.
  await expect(async () => {
    if (await dialog.isVisible()) await submit.click({ timeout: 1_000 });
    await expect(dialog).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect(note).toHaveValue('');
  expect(keys.size).toBe(1);

  isAway = true;
  await stop('Asked for the others', items.length);
  isAway = false;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/^Create Patient of .*: recorded$/).last()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Outcome' })).toHaveCount(0);
  expect(keys.size).toBe(2);
  const outcomes = await api.read<readonly TaskOutcome[]>(`/referrals/referral/${referralId}/outcomes`);
  expect(outcomes.map((outcome) => outcome.note).filter((text) => text?.startsWith('Asked for'))).toEqual([
    'Asked for the first',
    'Asked for the others',
  ]);
});

test('A task that ended by a stop says so: when, by whom and why, on its page, beside the others and in the queue', async ({
  signedIn,
  apiAs,
}) => {
  const api = await apiAs('staff2');
  const { taskId, items, memberLastName } = await aTask(api);
  await api.post(`/tasks/${taskId}/stop`, { itemIds: items.map(({ id }) => id), reason: REASON });
  const page = await signedIn('staff');
  await page.goto(`/task/${taskId}`);
  const main = page.getByRole('main');
  await expect(main).toContainText(/StoppedToday \d/);
  await expect(main).toContainText('Stopped byMinh Tran');
  await expect(main).toContainText(`Reason${REASON}`);
  await expect(page.getByRole('region', { name: 'So far' })).toContainText(', stopped Today');
  await expect(main).not.toContainText(/completed/i);
  await page.goto(`/queue?tab=completed&search=${memberLastName}`);
  await expect(page.getByRole('row').filter({ hasText: memberLastName })).toContainText('Stopped');
});
