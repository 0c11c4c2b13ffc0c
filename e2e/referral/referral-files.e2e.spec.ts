import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { TaskQueue } from '@throughline/contracts';
import { fillOrder } from '../order/order.js';
import { attach, file, LOCKED, LOST, readable } from '../order/order-files.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
const result = (page: Page) => page.getByRole('dialog', { name: 'Submit Referral' });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit referral' }).click();

test('A file can be added to an existing referral, with a type that can be changed, and is shown beside the table', async ({
  signedIn,
}) => {
  const page = await signedIn('referrer');
  await fillOrder(page, 'Later');
  await attach(page, file('first.pdf'));
  await attached(page).getByLabel('Type of first.pdf').selectOption('Insurance card');
  await submit(page);
  await result(page).getByRole('link', { name: 'Open the referral' }).click();
  await page.getByRole('tab', { name: /^Files/ }).click();
  await attach(page, file('picture.pdf', Buffer.from('PNG')));
  await expect(page.getByRole('alert')).toContainText('File type is not supported');
  await page.getByLabel('Type of the file').selectOption('CMN');
  await attach(page, file('later.pdf', readable('Signed by the physician')));
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(rowOf('first.pdf').getByRole('button', { name: 'Type of first.pdf: Insurance card' })).toBeVisible();
  const download = page.waitForEvent('download');
  await rowOf('later.pdf').getByRole('button', { name: 'Open later.pdf' }).click();
  expect((await download).suggestedFilename()).toMatch(/^\d{15} later\.pdf$/);
  await expect(page.getByRole('tab', { name: 'Files 2' })).toBeVisible();

  await test.step('an upload ends in a line that says what became of it, and a refused one is a message and no file', async () => {
    await expect(page.getByText('later.pdf is attached.')).toBeVisible();
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: /later\.pdf|first\.pdf/ })
        .first(),
    ).toContainText('later.pdf');
    const long = `locked-${'of-the-physician-'.repeat(12)}.pdf`;
    await attach(page, file(long, LOCKED));
    await expect(page.getByRole('alert')).toContainText(
      `${long} was refused because: This PDF is protected by a password or by encryption.`,
    );
    await expect(page.getByText('is attached.')).toBeHidden();
    await expect(page.getByRole('tab', { name: 'Files 2' })).toBeVisible();
    const name = page.getByRole('cell').getByTitle(long);
    expect(await name.evaluate((shown) => shown.scrollWidth > shown.clientWidth)).toBe(true);
    expect(await name.evaluate((shown) => shown.clientWidth)).toBeGreaterThan(300);
    await page.getByRole('button', { name: `Dismiss ${long}` }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(rowOf(long)).toBeHidden();
    const otherBrowser = await signedIn('referrer');
    await otherBrowser.goto(page.url());
    await expect(otherBrowser.getByRole('button', { name: 'Show dismissed (1)' })).toBeVisible();
    await expect(otherBrowser.getByRole('row').filter({ hasText: long })).toHaveCount(0);
  });

  const staff = await signedIn('staff');
  await staff.goto(page.url());
  await staff.getByRole('button', { name: 'Type of later.pdf: CMN' }).click();
  await staff.getByRole('menuitemradio', { name: 'Chart notes' }).click();
  await test.step('a menu that is open keeps its mark when another changes the type, says so, and overwrites nothing', async () => {
    const other = await signedIn('staff2');
    await other.goto(page.url());
    const typeOf = (type: string) => `Type of first.pdf: ${type}`;
    await other.getByRole('button', { name: typeOf('Insurance card') }).click();
    const choice = (name: RegExp) => other.getByRole('menuitemradio', { name });
    await expect(choice(/^Insurance card/)).toBeChecked();
    await staff.getByRole('button', { name: typeOf('Insurance card') }).click();
    await staff.getByRole('menuitemradio', { name: 'CMN' }).click();
    await expect(choice(/^CMN: changed to this meanwhile$/)).toBeVisible();
    await expect(choice(/^Insurance card/)).toBeChecked();
    await expect(choice(/^CMN/)).not.toBeChecked();
    await expectWcag(other);
    await choice(/^Chart notes/).click();
    await expect(
      other.getByText(/Dana Whitfield changed this on .* from “Insurance card” to “CMN”\./).last(),
    ).toBeVisible();
    await expect(other.getByRole('button', { name: typeOf('CMN') })).toBeVisible();
  });
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Chart notes/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.reload();
  await expect(rowOf('later.pdf')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);

  await rowOf('later.pdf').getByRole('button', { name: 'Preview later.pdf' }).click();
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  const preview = page.frameLocator('iframe[title="Pages of later.pdf"]');
  await expect(preview.getByText('Signed by the physician')).toBeAttached();
  await page.getByRole('button', { name: 'Close the preview' }).click();
  await expect(rowOf('later.pdf').getByRole('button', { name: 'Preview later.pdf' })).toBeFocused();
});

/** A page that was scanned as a JPEG 2000 picture. */
const SCAN = readFileSync(new URL('./scan-jpeg2000.pdf', import.meta.url));

test('An upload without an answer is not called refused, also after a reload, and is attached once', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const { rows } = await (await apiAs('staff')).read<TaskQueue>('/tasks?tab=unassigned');
  const name = `unanswered-${Date.now()}.pdf`;
  let isLostOnTheWay = true;
  await page.route('**/upload/**', async (route) => {
    if (!isLostOnTheWay) await route.fetch();
    await route.abort('connectionreset');
  });
  await page.goto(`/referral/${rows[0]!.referralId}?tab=files`);
  const alert = page.getByRole('alert').filter({ hasText: name });
  await attach(page, file(name, readable('Unanswered')));
  await expect(alert).toContainText(`we do not know whether ${name} has arrived. Retry is safe`);
  await expect(alert).not.toContainText('refused');
  await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.reload();
  await expect(alert).toContainText('The page was loaded again before there was an answer');
  isLostOnTheWay = false;
  await attach(page, file(name, readable('Unanswered')));
  await expect(page.getByText(`${name} is attached.`)).toBeVisible();
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);
  await expect(alert).toHaveCount(0);
});

test('A page that is a JPEG 2000 picture is shown, and the preview says what of a page it cannot show', async ({
  signedIn,
}) => {
  const damaged = Buffer.from(SCAN);
  const start = damaged.indexOf('stream', damaged.indexOf('JPXDecode'));
  damaged.fill(0x55, start + 100, damaged.indexOf('endstream', start) - 2);
  const page = await signedIn('referrer');
  await fillOrder(page, 'Scan');
  await attach(page, file('scan.pdf', SCAN), file('damaged.pdf', damaged), file('lost.pdf', LOST));
  await submit(page);
  await result(page).getByRole('link', { name: 'Open the referral' }).click();
  await page.getByRole('tab', { name: /^Files/ }).click();
  const leftOut = page.getByText('A picture on this page cannot be shown here. Open the file.');

  await page.getByRole('button', { name: 'Preview scan.pdf' }).click();
  const canvas = page.frameLocator('iframe[title="Pages of scan.pdf"]').locator('canvas');
  await expect(canvas).toBeAttached();
  const darkPixels = await canvas.evaluate((drawn: HTMLCanvasElement) => {
    const { data } = drawn.getContext('2d')!.getImageData(0, 0, drawn.width, drawn.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) dark += Number(data[at]! < 128);
    return dark;
  });
  expect(darkPixels).toBeGreaterThan(1_000);
  await expect(leftOut).toBeHidden();

  await page.getByRole('button', { name: 'Preview damaged.pdf' }).click();
  await expect(leftOut).toBeVisible();

  await page.getByRole('button', { name: 'Preview lost.pdf' }).click();
  await expect(page.getByText('Nothing can be seen on this page here.')).toBeVisible();
  await expect(
    page.getByText('This page has comments or filled-in fields whose text is not shown here.'),
  ).toBeVisible();
  await expect(leftOut).toBeHidden();
});

test('What takes over the preview reaches nothing outside of it, and can be closed', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.goto('/referrals');
  await page.getByRole('cell').getByRole('link').first().click();
  await page.getByRole('tab', { name: /^Files/ }).click();
  // As if a document had made pdf.js run this.
  const script = `(async () => {
    const reached = [];
    const reach = async (what, attempt) => { try { await attempt(); reached.push(what); } catch {} };
    await reach('the page', () => parent.document.body);
    await reach('the address', () => { top.location = 'about:blank'; });
    await reach('cookies', () => document.cookie);
    await reach('storage', () => localStorage.length);
    await reach('the API', () => fetch('/api/companies'));
    await reach('eval', () => (0, eval)('1'));
    await reach('a picture', () => new Promise((resolve, reject) => {
      const picture = new Image();
      Object.assign(picture, { onload: resolve, onerror: reject, src: '/thread.svg' });
    }));
    console.log('Reached: ' + reached.join());
    for (;;);
  })()`;
  const headers = { 'cross-origin-resource-policy': 'cross-origin' };
  await page.route('**/pdf-frame.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', headers, body: script }),
  );
  const done = page.waitForEvent('console', (message) => message.text().startsWith('Reached'));
  await page
    .getByRole('button', { name: /^Preview / })
    .first()
    .click();
  expect((await done).text()).toBe('Reached: ');
  await page.getByRole('button', { name: 'Close the preview' }).click();
  await expect(page.getByRole('region', { name: /^Preview of/ })).toBeHidden();
});
