import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { WITHDRAW_HEADER } from '@throughline/contracts';
import { accountsOf, openDialog, restorePeople, rightsOf } from './account-acts.js';
import { LiveLine } from '../product/live-line.js';
import { addressOf, test } from '../product/people.js';
import { accessTokenOf } from '../product/person-api.js';
import { expectWcag } from '../product/wcag.js';

restorePeople();

test('Change role is said to be done, once the page shows it, where the answer was lost', async ({
  signedIn,
  apiAs,
}) => {
  const { find } = accountsOf(await apiAs('admin'));
  const person = await find(addressOf('referrer2'));
  const page = await signedIn('admin');
  const dialog = await openDialog(page, person, 'Change role');
  await dialog.getByRole('checkbox').last().click();
  await dialog.getByLabel('Reason').fill('As agreed');
  let lost = 0;
  await page.route(`**/api/users/user/${person.id}/role`, async (route) => {
    if (++lost > 3) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('.MuiAlert-message').filter({ hasText: 'changed' })).toBeVisible();
});

test('Change role begins at its first field, and says of a role that was not changed that it was not', async ({
  signedIn,
  apiAs,
}) => {
  const { find } = accountsOf(await apiAs('admin'));
  const page = await signedIn('admin');
  const dialog = await openDialog(page, await find(addressOf('referrer2')), 'Change role');
  await expect(dialog.getByRole('checkbox').first()).toBeFocused();
  await dialog.getByLabel('Reason').fill('As agreed');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('The role is as it was. Change it, or cancel.');
  await expect(dialog.getByRole('checkbox').first()).toBeFocused();
});

test('What was typed after an answer was lost stays, and nothing is sent without a click', async ({
  signedIn,
  apiAs,
}) => {
  const { find, act } = accountsOf(await apiAs('admin'));
  const person = await find(addressOf('referrer2'));
  const page = await signedIn('admin');
  const line = await LiveLine.of(page);
  const dialog = await openDialog(page, person, 'Change role');
  const choice = dialog.getByRole('checkbox').last();
  const path = `**/api/users/user/${person.id}/role`;
  const toast = page.locator('.MuiAlert-message');
  await test.step('of a request that has arrived', async () => {
    await choice.click();
    await dialog.getByLabel('Reason').fill('As agreed');
    let isAway = true;
    let sent = 0;
    await page.route(path, async (route) => {
      sent += 1;
      if (!isAway) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    // Three tries, and three more when the server is heard of, or once the page shows what the request has done.
    await expect.poll(() => sent).toBeGreaterThanOrEqual(6);
    await expect(dialog.getByRole('alert')).toContainText('could not be reached');
    await dialog.getByLabel('Reason').fill('As agreed, and more');
    isAway = false;
    await line.cut();
    line.restore();
    await expect(toast.filter({ hasText: 'role changed' })).toBeVisible();
    await expect(dialog.getByLabel('Reason')).toHaveValue('As agreed, and more');
    await expect(dialog.getByRole('status')).toContainText('You changed this yourself, ');
    await dialog.getByRole('button', { name: 'Take over what is new' }).click();
    await page.unroute(path);
  });
  await test.step('of a request that has not', async () => {
    await page.route(path, (route) => route.abort());
    await choice.click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/could not be reached/)).toBeVisible();
    await page.unroute(path);
    // Somebody else changes the same person, which the page hears of: it asks then what became of the request.
    const now = await find(person.email);
    await act(now, 'role', { siteAdmin: !now.siteAdmin }, rightsOf(now));
    await expect(dialog).toContainText('This was not done, and will not be done later.');
    expect((await find(person.email)).admin).toBe(now.admin);
    await expectWcag(page, '[role="dialog"]');
  });
});

for (const [name, endpoint, tag] of [
  ['Change role', 'role', '@long'],
  ['Edit groups', 'groups', []],
] as const) {
  const title = `${name} says that another administrator has undone what it did, where the answer was lost`;
  test(title, { tag: [tag].flat() }, async ({ signedIn, apiAs }) => {
    const { find, act } = accountsOf(await apiAs('admin'));
    const other = await find(addressOf('staff2'));
    if (!other.admin) await act(other, 'role', { admin: true }, rightsOf(other));
    const person = await find(addressOf('referrer2'));
    const second = await signedIn('staff2');
    await second.goto('/');
    const headers = { authorization: `Bearer ${await accessTokenOf(second)}`, 'idempotency-key': randomUUID() };
    const page = await signedIn('admin');
    const dialog = await openDialog(page, person, name);
    await dialog.getByRole('checkbox').last().click();
    await dialog.getByLabel('Reason').fill('As agreed');
    const path = `/api/users/user/${person.id}/${endpoint}`;
    let sent: Record<string, unknown> & { readonly seen: Readonly<Record<string, unknown>> } = { seen: {} };
    await page.route(`**${path}`, async (route) => {
      sent = route.request().postDataJSON() as typeof sent;
      await route.fetch();
      return route.abort();
    });
    const save = dialog.getByRole('button', { name: 'Save' });
    await save.click();
    await expect(dialog.getByRole('alert')).toContainText('could not be reached');
    const { seen, ...wanted } = sent;
    const before = Object.fromEntries(Object.keys(wanted).flatMap((key) => (key in seen ? [[key, seen[key]]] : [])));
    const after = Object.fromEntries(Object.keys(before).map((key) => [key, wanted[key]]));
    // They have read what was done: the position of the page is from before it.
    const undo = { ...wanted, ...before, reason: 'Not agreed', seen: { ...seen, ...after, position: undefined } };
    const answer = await second.request.post(path, { headers, data: undo });
    expect(answer.status(), await answer.text()).toBe(200);
    // What the page asks by itself stays lost: the answer comes to the person, who presses again.
    await page.route(`**${path}`, (route) =>
      route.request().headers()[WITHDRAW_HEADER] === undefined ? route.continue() : route.abort(),
    );
    await save.click();
    const refusal = dialog.getByRole('alert').filter({ hasText: 'You did this on' });
    await expect(refusal).toContainText(/You did this on .*: .* Since then, on .*: Minh Tran .*\./);
    expect(await refusal.evaluate((alert) => alert.parentElement === document.activeElement)).toBe(true);
    await expect(dialog.getByLabel('Reason')).toHaveValue('As agreed');
    await expectWcag(page, '[role="dialog"]');
  });
}
