import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { addItem, closeResult, field, fillMember } from '../order/order.js';
import { test } from '../product/people.js';

const RETIRED = 'Nebulizer with compressor';

async function choose(page: Page, name: string, content: string): Promise<void> {
  await page
    .getByLabel('Catalogue file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content, 'utf8') });
}

async function activate(page: Page, name: string, content: string): Promise<void> {
  await choose(page, name, content);
  await page.getByLabel('Reason').fill('No longer supplied');
  await page.getByRole('button', { name: 'Activate now' }).click();
  await expect(page.getByRole('region', { name: 'Active catalogue' })).toContainText(`of ${name}`);
}

test('An item that is retired while somebody orders it is refused in words, nothing typed is lost, and the open form follows', async ({
  signedIn,
}) => {
  const order = await signedIn('referrer');
  await order.goto('/create-referral');
  await fillMember(order, 'Retirer');
  await addItem(order, RETIRED);

  const admin = await signedIn('admin');
  await admin.goto('/admin?tab=catalogue');
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Download as CSV' }).click();
  const supplied = await readFile(await (await download).path(), 'utf8');
  const without = supplied.split('\r\n').filter((line) => !line.startsWith('"nebulizer"'));

  await choose(admin, 'faulty.csv', [...without, 'a,b'].join('\r\n'));
  await expect(admin.getByRole('alert').filter({ hasText: 'faulty.csv has 1 fault' })).toContainText(
    'The line has 2 cells',
  );
  await choose(admin, 'same.csv', supplied);
  await expect(admin.getByRole('heading', { name: 'same.csv changes nothing' })).toBeVisible();
  try {
    await choose(admin, 'without.csv', without.join('\r\n'));
    const difference = admin.getByRole('region', { name: 'Difference' });
    await expect(difference).toContainText('0 added, 0 changed, 1 retired');
    await admin.getByLabel('Reason').fill('No longer supplied');
    const second = await signedIn('admin');
    await second.goto('/admin?tab=catalogue');
    await activate(second, 'fewer.csv', without.filter((line) => !line.startsWith('"commode-chair"')).join('\r\n'));
    await expect(admin.getByText(/^fewer\.csv, of .+, became active meanwhile: Today \d\d:\d\d/)).toBeVisible();
    await admin.getByRole('button', { name: 'Activate now' }).click();
    await expect(admin.getByText(/activated another version on .* Central Time/)).toBeVisible();
    await admin.getByRole('button', { name: 'Compare again' }).click();
    await expect(difference).toContainText('1 added, 0 changed, 0 retired');
    await expect(admin.getByText('became active meanwhile')).toHaveCount(0);
    await expect(admin.getByLabel('Reason')).toHaveValue('No longer supplied');
    await admin.getByRole('button', { name: 'Activate now' }).click();
    await expect(admin.getByRole('region', { name: 'Active catalogue' })).toContainText('of without.csv');

    await order.getByRole('button', { name: 'Submit referral' }).click();
    await expect(order.getByRole('dialog', { name: 'Submit Referral' })).toContainText(
      `${RETIRED} cannot be ordered here for a member in AZ. Remove it and submit again.`,
    );
    await closeResult(order);
    await expect(order.getByText('1 item is not offered any more')).toBeVisible();
    await expect(field(order, 'Member', 'Last Name')).toHaveValue('Retirer');
    await expect(order.getByRole('textbox', { name: `Quantity of ${RETIRED}` })).toHaveValue('1');
  } finally {
    await activate(admin, 'supplied.csv', supplied);
  }
  await expect(async () => {
    await order.mouse.move(0, 0);
    await order.getByRole('textbox', { name: 'Search items' }).hover();
    await expect(order.getByText('1 item is not offered any more')).toBeHidden({ timeout: 1_000 });
  }).toPass();
});

test('The versions are read again within seconds, and the dialog that cancels one says who has canceled it', async ({
  signedIn,
}) => {
  const [first, second] = [await signedIn('admin'), await signedIn('admin')];
  await first.goto('/admin?tab=catalogue');
  const download = first.waitForEvent('download');
  await first.getByRole('button', { name: 'Download as CSV' }).click();
  const supplied = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  const name = `planned-${Date.now()}.csv`;
  await choose(first, name, supplied.filter((line) => !line.startsWith('"commode-chair"')).join('\r\n'));
  await first.getByRole('combobox', { name: 'Active from' }).selectOption({ index: 1 });
  await first.getByLabel('Day and time').fill('2099-01-04T09:00');
  await first.getByLabel('Reason').fill('From then on');
  await first.getByRole('button', { name: 'Plan activation' }).click();
  await second.clock.install();
  await second.goto('/admin?tab=catalogue');
  const cancel = (page: Page) => page.getByRole('button', { name: `Cancel ${name}` });
  await cancel(second).click();
  const dialog = second.getByRole('dialog', { name: `Cancel ${name}` });
  await expect(dialog.getByLabel('Reason')).toBeVisible();
  await second.clock.pauseAt(Date.now() + 60_000);
  let reads = 0;
  second.on('response', (response) => {
    if (response.url().includes('/api/catalogue/versions')) reads += 1;
  });
  for (const times of [1, 2, 3]) {
    // The page begins to wait for its next read once it has taken the answer to the last one, which the spec does not see.
    const afterSeconds = async () => {
      await second.clock.runFor(5_000);
      return reads;
    };
    await expect.poll(afterSeconds).toBeGreaterThanOrEqual(times);
  }
  await second.clock.resume();
  await cancel(first).click();
  const canceling = first.getByRole('dialog', { name: `Cancel ${name}` });
  await canceling.getByLabel('Reason').fill('Not needed');
  await canceling.getByRole('button', { name: 'Cancel this version' }).click();
  await expect(dialog.getByRole('status')).toContainText(/You changed this yourself, \w+day \d\d:\d\d/);
  await expect(dialog.getByRole('status')).toContainText('Status: Canceled (you saw: Planned)');
});
