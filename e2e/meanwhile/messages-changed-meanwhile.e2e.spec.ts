import { expect } from '@playwright/test';
import type { InquiryList } from '@throughline/contracts';
import { expectLive, LiveLine } from '../product/live-line.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

test('An answer to a message whose reply was lost is shown as the person’s own, with nothing left to send', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const lastName = `Lost-${Date.now()}`;
  await api.post('/contact/create', {
    firstName: 'Ana',
    lastName,
    email: 'ana@plan.example',
    subject: 'Fax',
    message: 'Which number?',
  });
  const isThere = async () =>
    (await api.read<InquiryList>('/messages?show=open&pageSize=100')).rows.some((row) => row.lastName === lastName);
  await expect.poll(isThere).toBe(true);
  await page.goto('/messages');
  await expectLive(page);
  await test.step('Home and the header say alike how many messages wait', async () => {
    const inHeader = page.getByRole('banner').getByRole('link', { name: /^Messages/ });
    await expect(inHeader).toContainText(/\d/);
    const [, count] = /(\d+)/.exec(await inHeader.innerText()) ?? [];
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('region', { name: 'What waits for you' })).toContainText(
      new RegExp(`(^|\\D)${count} open messages?`),
    );
    await page.goBack();
  });
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
  await expect(status).toContainText(/You answered this message, \w+day \d\d:\d\d/);
  await expect(status).toContainText('There is nothing left to send');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Answer', exact: true })).toBeDisabled();
  await expectWcag(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toHaveCount(0);
});

test('The header counts what the person has closed, without the live feed', async ({ signedIn, apiAs }) => {
  const page = await signedIn('staff');
  const line = await LiveLine.of(page);
  const api = await apiAs('staff2');
  const lastName = `Own-${Date.now()}`;
  const sent = { firstName: 'Ana', lastName, email: 'ana@plan.example', subject: 'Fax', message: 'Which number?' };
  await api.post('/contact/create', sent);
  const open = async () => (await api.read<InquiryList>('/messages?show=open&pageSize=100')).rows;
  await expect.poll(async () => (await open()).some((row) => row.lastName === lastName)).toBe(true);
  const { length } = await open();
  await page.goto('/messages');
  await expectLive(page);
  const inHeader = page.getByRole('banner').getByRole('link', { name: /^Messages/ });
  await expect(inHeader).toContainText(String(length));
  await line.cut();
  const row = page.getByRole('row').filter({ hasText: lastName });
  await row.getByRole('button', { name: /^Close/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Close the message' });
  await dialog.getByRole('textbox').fill('By phone');
  await dialog.getByRole('button', { name: 'Close message', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(inHeader).toHaveAccessibleName(length === 1 ? 'Messages' : new RegExp(`^Messages ${length - 1}\\D`));
});

for (const [first, isAnswered] of [
  ['closed', false],
  ['answered', true],
] as const) {
  test(`The dialogs of a message say that it was ${first} and reopened, although the page has read nothing in between`, async ({
    signedIn,
    apiAs,
  }) => {
    const page = await signedIn('staff');
    const api = await apiAs('staff2');
    const lastName = `Ruiz-${Date.now()}`;
    const sent = { firstName: 'Ana', lastName, email: 'ana@plan.example', subject: 'Fax', message: 'Which number?' };
    await api.post('/contact/create', sent);
    const find = async (show: 'open' | 'done') =>
      (await api.read<InquiryList>(`/messages?show=${show}&pageSize=100`)).rows.find(
        (row) => row.lastName === lastName,
      );
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
        if (isAnswered) await api.post(`/messages/${id}/answer`, { text: 'On the way', seen: { answeredAt } });
        else await api.post(`/messages/${id}/close`, { reason: 'On the way', seen: { answeredAt } });
        await expect.poll(() => find('done')).toBeDefined();
        // Nobody can reopen here what they have not read: the page has heard only that the message is done.
        const behind = page.locator('tr', { hasText: lastName });
        await expect(behind).toContainText(`Just ${first}. Show updates under Done to read it.`);
        await expect(behind.locator('button')).toHaveCount(0);
        const { answer, closed } = (await find('done'))!;
        await api.post(`/messages/${id}/reopen`, { seen: { settledAt: (isAnswered ? answer : closed)!.at } });
        await expect.poll(() => find('open')).toBeDefined();
        release();
        const status = dialog.getByRole('status');
        await expect(status).toContainText(new RegExp(`Minh Tran ${first} this message, \\w+day `));
        await expect(status).toContainText('On the way');
        await expect(status).toContainText(/Minh Tran reopened it, /);
        await expect(typed).toHaveValue('By mail');
        await expectWcag(page, '[role="dialog"]');
        await page.unroute('**/api/messages?*');
        await dialog.getByRole('button', { name: act === 'Answer' ? 'Answer' : 'Close message', exact: true }).click();
        if (isAnswered) return expect(dialog.getByRole('alert')).toContainText('Read the answer first');
        await expect(dialog).toHaveCount(0);
        await expect.poll(() => find('done')).toBeDefined();
        const done = (await find('done'))!;
        await api.post(`/messages/${id}/reopen`, { seen: { settledAt: (done.closed ?? done.answer)!.at } });
        await expect.poll(() => find('open')).toBeDefined();
      });
    }
  });
}
