import { expect } from '@playwright/test';
import { itemsOf, type ReferralDetail, type TaskQueue, type TaskQueueRow } from '@throughline/contracts';
import { expectLive } from '../product/live-line.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

/** A reward and a breast pump cannot be ordered many times. */
const mayBeMany = ({ qty }: TaskQueueRow['items'][0]) => qty > 1;
/** A quantity of an item that every order may have. */
const another = (qty: number) => (qty === 1 ? 2 : 1);

test('A correction of an item that a colleague has removed shows that, with a way to restore it, and saves the others', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { rows } = await api.read<TaskQueue>('/tasks?tab=unassigned');
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
  const { corrections = 0 } = await api.read<ReferralDetail>(`/referrals/referral/${referralId}`);
  const removal = { items: [{ id: removed.id, deleted: true }], parentId: corrections };
  await api.post(`/items/update-referral-items/${referralId}`, removal);
  const save = dialog.getByRole('button', { name: 'Save correction' });
  await expect(dialog.getByRole('status').first()).toContainText(`Minh Tran removed ${removed.item}`);
  await expect(dialog.getByRole('status').first()).toContainText(/Minh Tran corrected this, \w+day \d\d:\d\d/);
  await expect(dialog.getByText('@throughline.example')).toHaveCount(0);
  await expect(dialog.getByRole('status').nth(1)).toBeEmpty();
  await save.click();
  await expect(line(removed)).toContainText('Removed: what you have entered for it is not saved');
  await expect(line(removed).getByRole('button', { name: 'Restore' })).toBeVisible();
  await expect(line(other).getByRole('textbox', { name: 'Quantity' })).toHaveValue(String(another(other.qty)));
  await expectWcag(page, '[role="dialog"]');
  await save.click();
  await expect(dialog).toHaveCount(0);
  const quantities = async () => {
    const { items: now } = await api.read<ReferralDetail>(`/referrals/referral/${referralId}`);
    return itemsOf({ items: now }).map(({ id, qty, deleted }) => [id, qty, deleted]);
  };
  await expect.poll(quantities).toEqual(
    expect.arrayContaining([
      [removed.id, removed.qty, true],
      [other.id, another(other.qty), false],
    ]),
  );
});

test('A correction of an item that a colleague has stopped says so, and saves it and the others once that is taken over', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { rows } = await api.read<TaskQueue>('/tasks?tab=unassigned');
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
  await api.post(`/tasks/${taskId}/stop`, { itemIds: [stopped.id], reason: 'Asked twice' });
  const status = dialog.getByRole('status').nth(1);
  await expect(status).toContainText(/Minh Tran changed this, \w+day \d\d:\d\d/);
  await expect(status).toContainText('stopped: Asked twice (you saw: at work)');
  const save = dialog.getByRole('button', { name: 'Save correction' });
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('An item that you have changed was stopped meanwhile.');
  await expect(dialog).not.toContainText('Take it up again');
  await expect(status).toContainText('Take over what is new, and then press Save correction.');
  await expectWcag(page, '[role="dialog"]');
  const { corrections = 0 } = await api.read<ReferralDetail>(`/referrals/referral/${referralId}`);
  const theirs = [{ id: other.id, qty: another(other.qty) }];
  await api.post(`/items/update-referral-items/${referralId}`, { items: theirs, parentId: corrections });
  await expect(dialog.getByRole('status').first()).toContainText(`${other.item}`);
  await dialog.getByRole('button', { name: 'Take over what is new' }).click();
  await expect(line(stopped)).toContainText('stopped: Asked twice');
  await expect(line(other).getByRole('textbox', { name: 'Quantity' })).toHaveValue('3');
  await expect(line(other)).toContainText(`It is ${another(other.qty)} by now: saving replaces it.`);
  await save.click();
  await expect(dialog).toHaveCount(0);
  const quantities = async () => {
    const { items: now } = await api.read<ReferralDetail>(`/referrals/referral/${referralId}`);
    return itemsOf({ items: now }).map(({ id, qty, stoppedReason }) => [id, qty, stoppedReason?.reason ?? null]);
  };
  await expect.poll(quantities).toEqual(
    expect.arrayContaining([
      [stopped.id, wanted, 'Asked twice'],
      [other.id, 3, null],
    ]),
  );
  // Other specs count the items of a task.
  await api.post('/tasks/unstop-items', { referralId, itemIds: [stopped.id], reason: 'Asked once' });
});
