import { expect } from '@playwright/test';
import { aTask, inDays, NO_HOLD, openTask } from '../product/orders-and-tasks.js';
import { expectLive } from '../product/live-line.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

for (const [person, said, tag] of [
  ['staff2', /Minh Tran changed this, \w+day \d\d:\d\d/, []],
  ['staff', /You changed this yourself, \w+day \d\d:\d\d/, '@long'],
] as const) {
  const title = `Every dialog of a task says by whom and when it was changed while it is open: by ${person}`;
  test(title, { tag: [tag].flat() }, async ({ signedIn, apiAs }) => {
    const page = await signedIn('staff');
    const api = await apiAs(person);
    const { taskId, referralId, items } = await aTask(api);
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
        await api.post(`${path}/hold`, { until, reason: 'In hospital', seen: NO_HOLD });
        await expect(status).toContainText(said);
        await expect(status).toContainText('Reason of the hold: In hospital (you saw: nothing)');
        if (opener === 'Assign…') await expectWcag(page, '[role="dialog"]');
        await api.post(`${path}/resume`, { seen: { until, reason: 'In hospital' } });
        await expect(status).toContainText('On hold until: nothing again, after it was changed and changed back');
      });
    }
    for (const opener of ['Take up again…', 'Cancel items…']) {
      await test.step(opener, async () => {
        await api.post(`${path}/stop`, { itemIds: [items[0]!.id], reason: 'Asked twice' });
        const status = await open(opener);
        await api.post('/tasks/unstop-items', { referralId, itemIds: [items[0]!.id], reason: 'Asked once' });
        await expect(status).toContainText(said);
        await expect(status).toContainText('at work (you saw: stopped: Asked twice)');
        await expect(status).toContainText('Reason: Asked once');
      });
    }
  });
}

test('The dialog of a tracking number says that the items left, and offers none that were not in the task', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { taskId, referralId, items } = await aTask(api);
  const [first, ...others] = items.map(({ id }) => id);
  const move = (from: string, itemIds: readonly (number | undefined)[], task: string) =>
    api.post(`/tasks/${from}/move`, { itemIds, task, reason: 'As agreed' });
  await move(taskId, [first, ...others], 'Shipped');
  const shippedId = await openTask(api, referralId, 'Shipped');
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
  await expect(status).toContainText(/Minh Tran changed this, \w+day \d\d:\d\d/);
  await expect(status).toContainText('Completed: yes');
  await expect(status).toContainText(`Items: none (you saw: ${items[0]!.item} × `);
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await expect(dialog).toContainText('No longer in this task');
});

test('What a refusal of stopped items says stands once, and where none of them is stopped any more nothing is sent', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { taskId, referralId, items } = await aTask(api);
  const itemIds = [items[0]!.id];
  await api.post(`/tasks/${taskId}/stop`, { itemIds, reason: 'Asked twice' });
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  await page.getByRole('button', { name: 'Take up again…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take stopped items up again' });
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Asked once');
  await api.post('/tasks/unstop-items', { referralId, itemIds, reason: 'Asked once' });
  await expect(dialog).toContainText(/Minh Tran changed this, \w+day \d\d:\d\d/);
  const submit = dialog.getByRole('button', { name: 'Take up again' });
  await submit.click();
  await expect(dialog).toContainText('Nothing was saved.');
  await expect(dialog.getByText(/Minh Tran changed this/)).toHaveCount(1);
  await expectWcag(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Take over what is new' }).click();
  await expect(dialog).toContainText('None of the items is stopped any more.');
  await expect(submit).toBeDisabled();
  await expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveValue('Asked once');
});

test('What was typed for an outcome stays, with why it was refused, when another claims the task', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { taskId } = await aTask(api);
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  const outcome = page.getByRole('region', { name: 'Outcome' });
  const note = outcome.getByRole('textbox', { name: 'Note' });
  const buttons = outcome.getByRole('group', { name: 'What came of it' }).getByRole('button');
  await note.fill('They moved to another county');

  await test.step('before it was sent', async () => {
    await api.post(`/tasks/${taskId}/claim`);
    await expect(buttons).toHaveCount(0);
    await expect(outcome).toContainText('You can no longer record an outcome for this task.');
    await expect(note).toHaveValue('They moved to another county');
    await api.post(`/tasks/${taskId}/release`);
    await expect(buttons).not.toHaveCount(0);
  });

  await test.step('after it was sent', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/**', async (route) => {
      if (route.request().method() === 'GET') await held;
      await route.continue();
    });
    await api.post(`/tasks/${taskId}/claim`);
    await buttons.first().click();
    await expect(outcome.getByRole('alert')).toContainText('Minh Tran has had this task since');
    release();
    await expect(buttons).toHaveCount(0);
    await expect(outcome.getByRole('alert')).toContainText('Minh Tran has had this task since');
    await expect(note).toHaveValue('They moved to another county');
    await expectWcag(page);
    await page.unroute('**/api/**');
    await api.post(`/tasks/${taskId}/release`);
  });
});

test('Two people who add a tracking number for the same items do not send two parcels without a word', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { taskId, referralId, items } = await aTask(api);
  const itemIds = items.map(({ id }) => id);
  await api.post(`/tasks/${taskId}/move`, { itemIds, task: 'Shipped', reason: 'In a hurry' });
  const shippedId = await openTask(api, referralId, 'Shipped');
  await page.goto(`/task/${shippedId}`);
  await expectLive(page);
  await page.getByRole('button', { name: 'Add tracking number…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tracking number' });
  await dialog.getByRole('combobox', { name: 'Carrier' }).selectOption('FedEx');
  await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('990002');
  await api.post(`/referrals/referral/${referralId}/tracking`, {
    itemIds: itemIds.slice(0, 1),
    carrier: 'UPS',
    number: '990001',
  });
  const status = dialog.getByRole('status').nth(1);
  await expect(status).toContainText(/Minh Tran changed this, \w+day \d\d:\d\d/);
  await expect(status).toContainText(`Tracking number UPS 990001: ${items[0]!.item} (you saw: not recorded)`);
  await expect(status).toContainText('Take over what is new, and then press Add.');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    `Minh Tran gave ${items[0]!.item} the tracking number UPS 990001 on`,
  );
  await expectWcag(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Take over what is new' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('990002');
  await expect(dialog).toContainText(`UPS 990001: ${items[0]!.item}`);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('990002 recorded').last()).toBeVisible();
});

test('A carrier that an administrator adds can be chosen for a tracking number, which opens its page, until it is deactivated', async ({
  signedIn,
  apiAs,
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
  const api = await apiAs('staff');
  const { taskId, referralId, items } = await aTask(api);
  const itemIds = items.map(({ id }) => id);
  await api.post(`/tasks/${taskId}/move`, { itemIds, task: 'Shipped', reason: 'In a hurry' });
  await page.goto(`/task/${await openTask(api, referralId, 'Shipped')}`);
  await expectLive(page);
  await page.getByRole('button', { name: 'Add tracking number…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tracking number' });
  await dialog.getByRole('combobox', { name: 'Carrier' }).selectOption('Gila Couriers');
  await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('G 1/2');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Gila Couriers G 1/2 recorded').last()).toBeVisible();

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

for (const [opener, name, submit, tag] of [
  ['Another task…', /^Move items/, 'Move', []],
  ['Stop items…', 'Stop items', 'Stop items', '@long'],
] as const) {
  const title = `An item that a colleague moved while the dialog “${submit}” was open is not sent with the others`;
  test(title, { tag: [tag].flat() }, async ({ signedIn, apiAs }) => {
    const page = await signedIn('staff');
    const api = await apiAs('staff2');
    const { taskId, items } = await aTask(api);
    await page.goto(`/task/${taskId}`);
    await expectLive(page);
    await page.getByRole('button', { name: opener }).click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog.getByRole('checkbox')).toHaveCount(items.length);
    for (const box of await dialog.getByRole('checkbox').all()) await box.check();
    if (submit === 'Move') await dialog.getByLabel('Next task').selectOption('Shipped');
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('As agreed');
    await api.post(`/tasks/${taskId}/move`, { itemIds: [items[0]!.id], task: 'Backordered', reason: 'No stock' });
    await expect(dialog).toContainText('No longer in this task');
    await expect(dialog.getByRole('checkbox').first()).toBeDisabled();
    await expect(dialog.getByRole('checkbox').first()).not.toBeChecked();
    await dialog.getByRole('button', { name: submit, exact: true }).click();
    await expect(dialog).toHaveCount(0);
  });
}
