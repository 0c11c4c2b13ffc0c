import { expect, type Page } from '@playwright/test';
import {
  type InquiryList,
  itemsOf,
  type ReferralDetail,
  type TaskQueue,
  type TaskQueueRow,
} from '@throughline/contracts';
import { accessTokenOf } from './item-groups.js';
import { expectLive, LiveLine } from './live-line.js';
import { test } from './people.js';
import { expectWcag } from './wcag.js';

/** The API as whoever is signed in on a page may call it. */
async function apiOf(page: Page) {
  await page.goto('/');
  const authorization = `Bearer ${await accessTokenOf(page)}`;
  const headers = () => ({ authorization, 'idempotency-key': crypto.randomUUID() });
  const read = async <Data>(path: string): Promise<Data> => {
    const answer = await page.request.get(`/api${path}`, { headers: { authorization } });
    expect(answer.status(), await answer.text()).toBe(200);
    return ((await answer.json()) as { data: Data }).data;
  };
  return {
    read,
    /** The open task of this name, once the read models have it. */
    openTask: async (referralId: string, name: string): Promise<string> => {
      const find = async () => {
        const { tasks } = await read<ReferralDetail>(`/referrals/referral/${referralId}`);
        return tasks.find(({ task, completedAt }) => task === name && completedAt === null)?.taskId;
      };
      await expect.poll(find).toBeDefined();
      return (await find())!;
    },
    post: async (path: string, data: object = {}) => {
      const answer = await page.request.post(`/api${path}`, { headers: headers(), data });
      expect(answer.status(), await answer.text()).toBeLessThan(300);
    },
    /** An open task with several items, that nobody has. */
    aTask: async (): Promise<TaskQueueRow> => {
      const { rows } = await read<TaskQueue>('/tasks?tab=unassigned');
      const row = rows.find(({ items, task }) => items.length > 1 && task === 'Create Patient');
      expect(row, 'a task of the demo with several items').toBeDefined();
      return row!;
    },
  };
}

const labelOf = ({ task, memberLastName, memberFirstName }: TaskQueueRow) =>
  `${task} of ${memberLastName}, ${memberFirstName}`;
/** Takes an outcome back, so that other specs find the task. */
async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(page.getByText('Undone: the items are back in their task').first()).toBeVisible();
}
/** Those that no other row has the same name as. */
const toldApart = (rows: readonly TaskQueueRow[]) =>
  rows.filter((row) => rows.filter((other) => labelOf(other) === labelOf(row)).length === 1);
const choose = (page: Page, row: TaskQueueRow) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Actions for ${labelOf(row)}`, exact: true }) })
    .getByRole('checkbox')
    .check();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** A reward and a breast pump cannot be ordered many times. */
const mayBeMany = ({ qty }: TaskQueueRow['items'][0]) => qty > 1;
/** A quantity of an item that every order may have. */
const another = (qty: number) => (qty === 1 ? 2 : 1);
const NO_HOLD = { until: null, reason: null };

for (const [person, said] of [
  ['staff2', /Minh Tran changed this on \w+ \d+, \d{4}, .* Central Time/],
  ['staff', /You changed this yourself on \w+ \d+, \d{4}, .* Central Time/],
] as const) {
  test(`Every dialog of a task says by whom and when it was changed while it is open: by ${person}`, async ({
    signedIn,
  }) => {
    const page = await signedIn('staff');
    const { aTask, post } = await apiOf(await signedIn(person));
    const { taskId, referralId, items } = await aTask();
    const path = `/tasks/${taskId}`;
    const until = inDays(9);
    const open = async (opener: string) => {
      await page.goto(`/task/${taskId}`);
      await expectLive(page);
      await page.getByRole('button', { name: opener }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('status').first()).toBeAttached();
      return dialog.getByRole('status').first();
    };
    for (const opener of ['Put on hold…', 'Assign…', 'Stop items…', 'Another task…']) {
      await test.step(opener, async () => {
        const status = await open(opener);
        await post(`${path}/hold`, { until, reason: 'In hospital', seen: NO_HOLD });
        await expect(status).toContainText(said);
        await expect(status).toContainText('Reason of the hold: In hospital (you saw: nothing)');
        if (opener === 'Assign…') await expectWcag(page);
        await post(`${path}/resume`, { seen: { until, reason: 'In hospital' } });
        await expect(status).toContainText('On hold until: nothing again, after it was changed and changed back');
      });
    }
    for (const opener of ['Take up again…', 'Cancel items…']) {
      await test.step(opener, async () => {
        await post(`${path}/stop`, { itemIds: [items[0]!.id], reason: 'Asked twice' });
        const status = await open(opener);
        await post('/tasks/unstop-items', { referralId, itemIds: [items[0]!.id], reason: 'Asked once' });
        await expect(status).toContainText(said);
        await expect(status).toContainText('at work (you saw: stopped: Asked twice)');
        await expect(status).toContainText('Reason: Asked once');
      });
    }
  });
}

test('The dialog of a tracking number says that the items left, and offers none that were not in the task', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  const { aTask, post, openTask } = await apiOf(await signedIn('staff2'));
  const { taskId, referralId, items } = await aTask();
  const [first, ...others] = items.map(({ id }) => id);
  const move = (from: string, itemIds: readonly (number | undefined)[], task: string) =>
    post(`/tasks/${from}/move`, { itemIds, task, reason: 'As agreed' });
  await move(taskId, [first, ...others], 'Shipped');
  const shippedId = await openTask(referralId, 'Shipped');
  await move(shippedId, others, 'Backordered');
  await page.goto(`/task/${shippedId}`);
  await expectLive(page);
  // The others leave the page before the click, which would miss a button that they move.
  await expect(page.getByRole('region', { name: 'Items', exact: true }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Add tracking number…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tracking number' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await move(shippedId, [first], 'Backordered');
  const status = dialog.getByRole('status').first();
  await expect(status).toContainText(/Minh Tran changed this on \w+ \d+, \d{4}, .* Central Time/);
  await expect(status).toContainText('Completed: yes');
  await expect(status).toContainText(`Items: none (you saw: ${items[0]!.item} × `);
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await expect(dialog).toContainText('No longer in this task');
});

test('What a refusal of stopped items says stands once, and where none of them is stopped any more nothing is sent', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  const { aTask, post } = await apiOf(await signedIn('staff2'));
  const { taskId, referralId, items } = await aTask();
  const itemIds = [items[0]!.id];
  await post(`/tasks/${taskId}/stop`, { itemIds, reason: 'Asked twice' });
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  await page.getByRole('button', { name: 'Take up again…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take stopped items up again' });
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Asked once');
  await post('/tasks/unstop-items', { referralId, itemIds, reason: 'Asked once' });
  await expect(dialog).toContainText(/Minh Tran changed this on/);
  const submit = dialog.getByRole('button', { name: 'Take up again' });
  await submit.click();
  await expect(dialog).toContainText('Nothing was saved.');
  await expect(dialog.getByText(/Minh Tran changed this/)).toHaveCount(1);
  await expectWcag(page);
  await dialog.getByRole('button', { name: 'Take over what is new' }).click();
  await expect(dialog).toContainText('None of the items is stopped any more.');
  await expect(submit).toBeDisabled();
  await expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveValue('Asked once');
});

test('What was typed for an outcome stays, with why it was refused, when another claims the task', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  const { aTask, post } = await apiOf(await signedIn('staff2'));
  const { taskId } = await aTask();
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  const outcome = page.getByRole('region', { name: 'Outcome' });
  const note = outcome.getByRole('textbox', { name: 'Note' });
  const buttons = outcome.getByRole('group', { name: 'What came of it' }).getByRole('button');
  await note.fill('They moved to another county');

  await test.step('before it was sent', async () => {
    await post(`/tasks/${taskId}/claim`);
    await expect(buttons).toHaveCount(0);
    await expect(outcome).toContainText('You can no longer record an outcome for this task.');
    await expect(note).toHaveValue('They moved to another county');
    await post(`/tasks/${taskId}/release`);
    await expect(buttons).not.toHaveCount(0);
  });

  await test.step('after it was sent', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/**', async (route) => {
      if (route.request().method() === 'GET') await held;
      await route.continue();
    });
    await post(`/tasks/${taskId}/claim`);
    await buttons.first().click();
    await expect(outcome.getByRole('alert')).toContainText('Minh Tran has had this task since');
    release();
    await expect(buttons).toHaveCount(0);
    await expect(outcome.getByRole('alert')).toContainText('Minh Tran has had this task since');
    await expect(note).toHaveValue('They moved to another county');
    await expectWcag(page);
    await page.unroute('**/api/**');
    await post(`/tasks/${taskId}/release`);
  });
});

test('An outcome whose answer was lost is said to be recorded, with a way to undo it, once the task shows it', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  const { aTask } = await apiOf(await signedIn('staff2'));
  const { taskId } = await aTask();
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
  await expect(page.getByText(/: recorded$/).first()).toBeVisible({ timeout: 30_000 });
  await expect(outcome.getByRole('alert')).toHaveCount(0);
  await undo(page);
});

test('An outcome whose answer was lost is announced once the connection is back, however long it was gone', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  const line = await LiveLine.of(page);
  const { aTask } = await apiOf(await signedIn('staff2'));
  const { taskId } = await aTask();
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
  await expect(retry).toBeVisible({ timeout: 30_000 });
  await retry.click();
  await expect(retry).toBeHidden();
  await expect(retry).toBeVisible({ timeout: 30_000 });
  await expectWcag(page);
  isAway = false;
  line.restore();
  await expect(page.getByText(/: recorded$/).first()).toBeVisible({ timeout: 30_000 });
  await expect(outcome.getByRole('alert')).toHaveCount(0);
  expect([...keys]).toHaveLength(1);
  await undo(page);
});

test('An outcome whose answer stays lost while the task shows it can be tried again', async ({ signedIn }) => {
  const page = await signedIn('staff');
  const { aTask } = await apiOf(await signedIn('staff2'));
  const { taskId } = await aTask();
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
  await expect.poll(() => tries, { timeout: 30_000 }).toBe(6);
  await expect(buttons).toHaveCount(0);
  isAway = false;
  await outcome.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(/: recorded$/).first()).toBeVisible();
  await expect(outcome).toHaveCount(0);
  await undo(page);
});

test('Two people who add a tracking number for the same items do not send two parcels without a word', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  const { aTask, post, openTask } = await apiOf(await signedIn('staff2'));
  const { taskId, referralId, items } = await aTask();
  const itemIds = items.map(({ id }) => id);
  await post(`/tasks/${taskId}/move`, { itemIds, task: 'Shipped', reason: 'In a hurry' });
  const shippedId = await openTask(referralId, 'Shipped');
  await page.goto(`/task/${shippedId}`);
  await expectLive(page);
  await page.getByRole('button', { name: 'Add tracking number…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tracking number' });
  await dialog.getByRole('combobox', { name: 'Carrier' }).selectOption('FedEx');
  await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('990002');
  await post(`/referrals/referral/${referralId}/tracking`, {
    itemIds: itemIds.slice(0, 1),
    carrier: 'UPS',
    number: '990001',
  });
  const status = dialog.getByRole('status').nth(1);
  await expect(status).toContainText(/Minh Tran changed this on \w+ \d+, \d{4}, .* Central Time/);
  await expect(status).toContainText(`Tracking number UPS 990001: ${items[0]!.item} (you saw: not recorded)`);
  await expect(status).toContainText('Take over what is new, and then press Add.');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    `Minh Tran gave ${items[0]!.item} the tracking number UPS 990001 on`,
  );
  await expectWcag(page);
  await dialog.getByRole('button', { name: 'Take over what is new' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('990002');
  await expect(dialog).toContainText(`UPS 990001: ${items[0]!.item}`);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('990002 recorded')).toBeVisible();
});

test('A carrier that an administrator adds can be chosen for a tracking number, which opens its page, until it is deactivated', async ({
  signedIn,
}) => {
  const admin = await signedIn('admin');
  await admin.goto('/admin?tab=carriers');
  await expect(admin.getByRole('table', { name: 'Carriers' }).getByText('https://www.ups.com/')).toBeVisible();
  await admin.getByRole('button', { name: 'New carrier' }).click();
  const adding = admin.getByRole('dialog', { name: 'New carrier' });
  await adding.getByRole('textbox', { name: 'Name' }).fill('Gila Couriers');
  await adding.getByRole('textbox', { name: 'Tracking link' }).fill('http://gila.example/{number}');
  await adding.getByRole('textbox', { name: 'Reason' }).fill('New contract');
  await adding.getByRole('button', { name: 'Add' }).click();
  await expect(adding).toContainText('Tracking link must be a web address with https://.');
  await adding.getByRole('textbox', { name: 'Tracking link' }).fill('https://gila.example/{number}');
  await adding.getByRole('button', { name: 'Add' }).click();
  await expect(admin.getByRole('button', { name: 'Deactivate Gila Couriers' })).toBeVisible();

  const page = await signedIn('staff');
  const { aTask, post, openTask } = await apiOf(page);
  const { taskId, referralId, items } = await aTask();
  const itemIds = items.map(({ id }) => id);
  await post(`/tasks/${taskId}/move`, { itemIds, task: 'Shipped', reason: 'In a hurry' });
  await page.goto(`/task/${await openTask(referralId, 'Shipped')}`);
  await expectLive(page);
  await page.getByRole('button', { name: 'Add tracking number…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tracking number' });
  await dialog.getByRole('combobox', { name: 'Carrier' }).selectOption('Gila Couriers');
  await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('G 1/2');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Gila Couriers G 1/2 recorded')).toBeVisible();

  await admin.getByRole('button', { name: 'Deactivate Gila Couriers' }).click();
  const deactivating = admin.getByRole('dialog', { name: 'Deactivate carrier: Gila Couriers' });
  await deactivating.getByRole('textbox', { name: 'Reason' }).fill('The contract has ended');
  await deactivating.getByRole('button', { name: 'Deactivate' }).click();
  await expect(admin.getByRole('button', { name: 'Reactivate Gila Couriers' })).toBeVisible();
  await page.getByRole('button', { name: 'Add tracking number…' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Carrier' })).toContainText('FedEx');
  await expect(dialog.getByRole('option', { name: 'Gila Couriers' })).toHaveCount(0);
  await page.goto(`/referral/${referralId}`);
  await expect(page.getByRole('link', { name: /^Gila Couriers G 1\/2/ })).toHaveAttribute(
    'href',
    'https://gila.example/G1%2F2',
  );
});

test('A correction of an item that a colleague has removed shows that, with a way to restore it, and saves the others', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  const { post, read } = await apiOf(await signedIn('staff2'));
  const { rows } = await read<TaskQueue>('/tasks?tab=unassigned');
  const { referralId, items } = rows.find((row) => row.items.filter(mayBeMany).length > 1)!;
  const [removed, other] = items.filter(mayBeMany) as [(typeof items)[0], (typeof items)[0]];
  await page.goto(`/referral/${referralId}?tab=information`);
  await expectLive(page);
  await page.getByRole('button', { name: 'Correct items' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct items' });
  const line = (item: { readonly item: string }) => dialog.getByRole('group', { name: new RegExp(`^${item.item}`) });
  await line(removed)
    .getByRole('textbox', { name: 'Quantity' })
    .fill(String(another(removed.qty)));
  await line(other)
    .getByRole('textbox', { name: 'Quantity' })
    .fill(String(another(other.qty)));
  const { corrections = 0 } = await read<ReferralDetail>(`/referrals/referral/${referralId}`);
  const removal = { items: [{ id: removed.id, deleted: true }], parentId: corrections };
  await post(`/items/update-referral-items/${referralId}`, removal);
  const save = dialog.getByRole('button', { name: 'Save correction' });
  await expect(dialog.getByRole('status').first()).toContainText(`Minh Tran removed ${removed.item}`);
  await expect(dialog.getByRole('status').first()).toContainText(/Minh Tran corrected this on .* Central Time/);
  await expect(dialog.getByText('@throughline.example')).toHaveCount(0);
  await expect(dialog.getByRole('status').nth(1)).toBeEmpty();
  await save.click();
  await expect(line(removed)).toContainText('Removed: what you have entered for it is not saved');
  await expect(line(removed).getByRole('button', { name: 'Restore' })).toBeVisible();
  await expect(line(other).getByRole('textbox', { name: 'Quantity' })).toHaveValue(String(another(other.qty)));
  await expectWcag(page);
  await save.click();
  await expect(dialog).toHaveCount(0);
  const quantities = async () => {
    const { items: now } = await read<ReferralDetail>(`/referrals/referral/${referralId}`);
    return itemsOf({ items: now }).map(({ id, qty, deleted }) => [id, qty, deleted]);
  };
  await expect.poll(quantities).toEqual(
    expect.arrayContaining([
      [removed.id, removed.qty, true],
      [other.id, another(other.qty), false],
    ]),
  );
});

test('Of several tasks that are assigned each that a colleague has put on hold is named, while the dialog is open and after', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  const { read, post } = await apiOf(await signedIn('staff2'));
  const { rows } = await read<TaskQueue>('/tasks?tab=unassigned');
  const [held, free] = toldApart(rows) as [TaskQueueRow, TaskQueueRow];
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  for (const row of [held, free]) await choose(page, row);
  await page.getByRole('group', { name: 'Selected tasks' }).getByRole('button', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 2 tasks' });
  await expect(dialog).toBeVisible();
  await post(`/tasks/${held.taskId}/hold`, { until: inDays(9), reason: 'In hospital', seen: NO_HOLD });
  const said = new RegExp(`${held.task} of .*${held.memberLastName}.*: nobody, on hold until .* \\(In hospital\\)`);
  await expect(dialog.getByRole('status').first()).toContainText(said);
  await expect(dialog.getByRole('status').first()).toContainText('Minh Tran changed this on');

  await dialog.getByRole('combobox', { name: 'Assign to' }).selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  const refusal = dialog.getByRole('alert').filter({ hasText: 'Not all tasks were assigned' });
  await expect(refusal).toContainText('1 of 2 tasks was not assigned. Press Assign again to assign it all the same.');
  await expect(refusal).not.toContainText('Nothing was saved');
  const became = dialog.getByRole('listitem');
  await expect(became.filter({ hasText: labelOf(free) })).toHaveText(/: assigned to .*\.$/);
  await expect(became.filter({ hasText: labelOf(held) })).toHaveText(
    /: Minh Tran put this task on hold on .* “In hospital”/,
  );
  await expectWcag(page);
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(dialog).toHaveCount(0);
});

test('Of several tasks each that cannot be assigned any more is named with why, until the dialog is closed', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  const { read, post } = await apiOf(await signedIn('staff2'));
  const { rows } = await read<TaskQueue>('/tasks?tab=unassigned');
  const [over, free] = toldApart(rows).filter(({ items }) => items.length === 1) as [TaskQueueRow, TaskQueueRow];
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  for (const row of [over, free]) await choose(page, row);
  await page.getByRole('group', { name: 'Selected tasks' }).getByRole('button', { name: 'Assign…' }).click();
  await page.getByRole('combobox', { name: 'Assign to' }).selectOption({ index: 1 });
  const itemIds = over.items.map(({ id }) => id);
  await post(`/tasks/${over.taskId}/stop`, { itemIds, reason: 'Asked twice' });
  await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 2 tasks' });
  await expect(dialog.getByRole('listitem').filter({ hasText: labelOf(over) })).toContainText('Minh Tran');
  await expect(dialog.getByRole('button', { name: 'Assign', exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
});

test('Of tasks that were assigned without an answer each that a colleague has taken since is named, and assigned all the same', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  const { read, post } = await apiOf(await signedIn('staff2'));
  const { rows } = await read<TaskQueue>('/tasks?tab=unassigned');
  const [taken, kept] = toldApart(rows) as [TaskQueueRow, TaskQueueRow];
  const people = await read<readonly { userId: string; name: string }[]>('/tasks/assignees');
  const userIdOf = (wanted: string) => people.find(({ name }) => name === wanted)!.userId;
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  for (const row of [taken, kept]) await choose(page, row);
  await page.getByRole('group', { name: 'Selected tasks' }).getByRole('button', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 2 tasks' });
  await dialog.getByRole('combobox', { name: 'Assign to' }).selectOption(userIdOf('Priya Nair'));
  await page.route('**/api/tasks/assign', async (route) => {
    await route.fetch();
    return route.abort();
  });
  const submit = dialog.getByRole('button', { name: 'Assign', exact: true });
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('This may not have been done', { timeout: 30_000 });
  await post(`/tasks/${taken.taskId}/assign`, { userId: userIdOf('Minh Tran') });
  await page.unroute('**/api/tasks/assign');
  await submit.click();
  await expect(page.getByText(`1 task assigned to Priya Nair: ${labelOf(kept)}`)).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('Not all tasks were assigned');
  const became = dialog.getByRole('listitem');
  await expect(became.filter({ hasText: labelOf(kept) })).toHaveText(/: assigned to Priya Nair\.$/);
  await expect(became.filter({ hasText: labelOf(taken) })).toHaveText(
    /: You did this on .* Minh Tran .*\. It is assigned to Minh Tran now\.$/,
  );
  await expect(dialog.getByRole('status')).toBeEmpty();
  await expectWcag(page);
  await submit.click();
  await expect(page.getByText(`1 task assigned to Priya Nair: ${labelOf(taken)}`)).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('An answer to a message whose reply was lost is shown as the person’s own, with nothing left to send', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  const { post, read } = await apiOf(await signedIn('staff2'));
  const lastName = `Lost-${Date.now()}`;
  await post('/contact/create', {
    ...{ firstName: 'Ana', lastName, email: 'ana@plan.example', subject: 'Fax', message: 'Which number?' },
  });
  const isThere = async () =>
    (await read<InquiryList>('/messages?show=open&pageSize=100')).rows.some((row) => row.lastName === lastName);
  await expect.poll(isThere).toBe(true);
  await page.goto('/messages');
  await expectLive(page);
  const row = page.getByRole('row').filter({ hasText: lastName });
  await row.getByRole('button', { name: /^Answer/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Answer the message' });
  await dialog.getByRole('textbox').fill('By mail');
  await page.route('**/api/messages/*/answer', async (route) => {
    await route.fetch();
    return route.abort();
  });
  await dialog.getByRole('button', { name: 'Answer', exact: true }).click();
  const status = dialog.getByRole('status');
  await expect(status).toContainText(/You answered this message on .* Central Time/, { timeout: 30_000 });
  await expect(status).toContainText('There is nothing left to send');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Answer', exact: true })).toBeDisabled();
  await expectWcag(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toHaveCount(0);
});

test('An act of one click whose answer was lost is said to be done once the page shows it', async ({ signedIn }) => {
  const page = await signedIn('staff');
  const { aTask, post, read } = await apiOf(await signedIn('staff'));
  const { taskId } = await aTask();
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
    await expect(toast.filter({ hasText: words })).toBeVisible({ timeout: 30_000 });
    // The live region may still speak of it, together with what was heard after it.
    await expect(toast.filter({ hasText: 'The server could not be reached' })).toHaveCount(0);
  };
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  await loseAnswers(`**/api/tasks/${taskId}/claim`);
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await isDone('Create Patient is yours');
  await post(`/tasks/${taskId}/hold`, { until: inDays(3), reason: 'Called', seen: { until: null, reason: null } });
  await loseAnswers(`**/api/tasks/${taskId}/resume`);
  await page.getByRole('button', { name: 'Take off hold', exact: true }).click();
  await isDone('Create Patient is no longer on hold');
  await loseAnswers('**/api/tasks/outcomes/*/undo');
  await page.getByRole('group', { name: 'What came of it' }).getByRole('button').first().click();
  await undo(page);
  await isDone('Undone: the items are back in their task');
  await loseAnswers(`**/api/tasks/*/release`);
  const { rows } = await read<TaskQueue>('/tasks?tab=mine');
  const back = rows.find(({ referralId }) => taskId.startsWith(`${referralId}-`))!;
  await page.goto(`/task/${back.taskId}`);
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await isDone('Create Patient was released');
});

test('A correction of an item that a colleague has stopped says so, and saves it and the others once that is taken over', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  const { post, read } = await apiOf(await signedIn('staff2'));
  const { rows } = await read<TaskQueue>('/tasks?tab=unassigned');
  const { referralId, taskId, items } = rows.find((row) => row.items.filter(mayBeMany).length > 1)!;
  const [stopped, other] = items.filter(mayBeMany) as [(typeof items)[0], (typeof items)[0]];
  await page.goto(`/referral/${referralId}?tab=information`);
  await expectLive(page);
  await page.getByRole('button', { name: 'Correct items' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct items' });
  const line = (item: { readonly item: string }) => dialog.getByRole('group', { name: new RegExp(`^${item.item}`) });
  const wanted = another(stopped.qty);
  await line(stopped).getByRole('textbox', { name: 'Quantity' }).fill(String(wanted));
  await line(other).getByRole('textbox', { name: 'Quantity' }).fill('3');
  await post(`/tasks/${taskId}/stop`, { itemIds: [stopped.id], reason: 'Asked twice' });
  const status = dialog.getByRole('status').nth(1);
  await expect(status).toContainText(/Minh Tran changed this on \w+ \d+, \d{4}, .* Central Time/);
  await expect(status).toContainText('stopped: Asked twice (you saw: at work)');
  const save = dialog.getByRole('button', { name: 'Save correction' });
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('An item that you have changed was stopped meanwhile.');
  await expect(dialog).not.toContainText('Take it up again');
  await expect(status).toContainText('Take over what is new, and then press Save correction.');
  await expectWcag(page);
  const { corrections = 0 } = await read<ReferralDetail>(`/referrals/referral/${referralId}`);
  const theirs = [{ id: other.id, qty: another(other.qty) }];
  await post(`/items/update-referral-items/${referralId}`, { items: theirs, parentId: corrections });
  await expect(dialog.getByRole('status').first()).toContainText(`${other.item}`);
  await dialog.getByRole('button', { name: 'Take over what is new' }).click();
  await expect(line(stopped)).toContainText('stopped: Asked twice');
  await expect(line(other).getByRole('textbox', { name: 'Quantity' })).toHaveValue('3');
  await expect(line(other)).toContainText(`It is ${another(other.qty)} by now: saving replaces it.`);
  await save.click();
  await expect(dialog).toHaveCount(0);
  const quantities = async () => {
    const { items: now } = await read<ReferralDetail>(`/referrals/referral/${referralId}`);
    return itemsOf({ items: now }).map(({ id, qty, stoppedReason }) => [id, qty, stoppedReason?.reason ?? null]);
  };
  await expect.poll(quantities).toEqual(
    expect.arrayContaining([
      [stopped.id, wanted, 'Asked twice'],
      [other.id, 3, null],
    ]),
  );
  // Other specs count the items of a task.
  await post('/tasks/unstop-items', { referralId, itemIds: [stopped.id], reason: 'Asked once' });
});

test('Stop items says that a colleague has undone what it did, where the answer was lost', async ({ signedIn }) => {
  const page = await signedIn('staff');
  const { aTask, post, read } = await apiOf(await signedIn('staff2'));
  const { taskId, referralId, items } = await aTask();
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
  const submit = dialog.getByRole('button', { name: 'Stop items' });
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('could not be reached', { timeout: 30_000 });
  await post('/tasks/unstop-items', { referralId, itemIds, reason: 'Asked once' });
  const isAtWork = async () => {
    const { items: now } = await read<ReferralDetail>(`/referrals/referral/${referralId}`);
    return itemsOf({ items: now }).find(({ id }) => id === itemIds[0])?.stoppedReason;
  };
  await expect.poll(isAtWork).toBeNull();
  await page.unroute(`**/api/tasks/${taskId}/stop`);
  await submit.click();
  const refusal = dialog.getByRole('alert').filter({ hasText: 'You did this on' });
  await expect(refusal).toContainText('This was done, and has changed since');
  await expect(refusal).toContainText(
    /You did this on .*: you stopped 1 item in .*, for “Asked twice”\. Since then, on .*: Minh Tran took 1 item up again .*\./,
  );
  expect(await refusal.evaluate((alert) => alert.parentElement === document.activeElement)).toBe(true);
  await expect(reason).toHaveValue('Asked twice');
  await expectWcag(page);
});

for (const [first, isAnswered] of [
  ['closed', false],
  ['answered', true],
] as const) {
  test(`The dialogs of a message say that it was ${first} and reopened, although the page has read nothing in between`, async ({
    signedIn,
  }) => {
    const page = await signedIn('staff');
    const { post, read } = await apiOf(await signedIn('staff2'));
    const lastName = `Ruiz-${Date.now()}`;
    const sent = { firstName: 'Ana', lastName, email: 'ana@plan.example', subject: 'Fax', message: 'Which number?' };
    await post('/contact/create', sent);
    const find = async (show: 'open' | 'done') =>
      (await read<InquiryList>(`/messages?show=${show}&pageSize=100`)).rows.find((row) => row.lastName === lastName);
    await expect.poll(() => find('open')).toBeDefined();
    const id = (await find('open'))!.inquiryId;
    for (const act of ['Answer', 'Close'] as const) {
      await test.step(act, async () => {
        await page.goto('/messages');
        await expectLive(page);
        const row = page.getByRole('row').filter({ hasText: lastName });
        await row.getByRole('button', { name: new RegExp(`^${act}`) }).click();
        const dialog = page.getByRole('dialog');
        const typed = dialog.getByRole('textbox');
        await typed.fill('By mail');
        let release = () => {};
        const held = new Promise<void>((resolve) => (release = resolve));
        await page.route('**/api/messages?*', async (route) => {
          await held;
          await route.continue();
        });
        const answeredAt = (await find('open'))!.answer?.at ?? null;
        if (isAnswered) await post(`/messages/${id}/answer`, { text: 'On the way', seen: { answeredAt } });
        else await post(`/messages/${id}/close`, { reason: 'On the way', seen: { answeredAt } });
        await expect.poll(() => find('done')).toBeDefined();
        // Nobody can reopen here what they have not read: the page has heard only that the message is done.
        const behind = page.locator('tr', { hasText: lastName });
        await expect(behind).toContainText(`Just ${first}. Show updates under Done to read it.`);
        await expect(behind.locator('button')).toHaveCount(0);
        const { answer, closed } = (await find('done'))!;
        await post(`/messages/${id}/reopen`, { seen: { settledAt: (isAnswered ? answer : closed)!.at } });
        await expect.poll(() => find('open')).toBeDefined();
        release();
        const status = dialog.getByRole('status');
        await expect(status).toContainText(new RegExp(`Minh Tran ${first} this message on`));
        await expect(status).toContainText('On the way');
        await expect(status).toContainText(/Minh Tran reopened it on/);
        await expect(typed).toHaveValue('By mail');
        await expectWcag(page);
        await page.unroute('**/api/messages?*');
        await dialog.getByRole('button', { name: act === 'Answer' ? 'Answer' : 'Close message', exact: true }).click();
        if (isAnswered) return expect(dialog.getByRole('alert')).toContainText('Read the answer first');
        await expect(dialog).toHaveCount(0);
        await expect.poll(() => find('done')).toBeDefined();
        const done = (await find('done'))!;
        await post(`/messages/${id}/reopen`, { seen: { settledAt: (done.closed ?? done.answer)!.at } });
        await expect.poll(() => find('open')).toBeDefined();
      });
    }
  });
}
