import { expect, type Page } from '@playwright/test';
import { field, fillOrder, fillVisitor } from './order.js';
import { attach, failNextUpload, file, GOOD, LARGE, LOCKED } from './order-files.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
const result = (page: Page) => page.getByRole('dialog', { name: 'Submit Referral' });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit referral' }).click();

/** To what a home connection does: 1 MB a second. */
async function slowUploads(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const unlimited = { offline: false, latency: 0, downloadThroughput: -1 };
  await browser.send('Network.emulateNetworkConditions', { ...unlimited, uploadThroughput: 400_000 });
}

interface Shown {
  /** Values of progress bars, in per cent. */
  readonly percentages: readonly number[];
  /** Texts of dialogs. */
  readonly texts: readonly string[];
}

/** Records what progress bars and dialogs show from now on, also what they show only for a moment. */
async function recordProgress(page: Page): Promise<() => Promise<Shown>> {
  const shown = await page.evaluateHandle(() => {
    const percentages: number[] = [];
    const texts: string[] = [];
    const record = (changes: readonly MutationRecord[]) => {
      for (const { target, type } of changes)
        if (type === 'attributes') percentages.push(Number((target as Element).ariaValueNow));
      const text = document.querySelector('[role="dialog"]')?.textContent ?? '';
      if (text !== texts.at(-1)) texts.push(text);
    };
    const attributeFilter = ['aria-valuenow'];
    new MutationObserver(record).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter,
    });
    return { percentages, texts };
  });
  return () => shown.jsonValue();
}

test.describe('Files of an order', () => {
  test('must be PDFs of at most 2 MB, are attached once, and are shown with names that are clipped by their width', async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    const long = 'Prescription of the twenty-first of November.pdf';
    await attach(page, file(long));
    const wide = `${'Prescription of the twenty-first of November '.repeat(4)}.pdf`;
    await expect(attached(page).getByTitle(long)).toHaveText(long);
    await attach(page, file(wide));
    const clipped = attached(page).getByTitle(wide);
    expect(await clipped.evaluate((name) => name.scrollWidth > name.clientWidth)).toBe(true);
    await page.getByRole('button', { name: `Remove ${wide}` }).click();

    await attach(
      page,
      file(long),
      file('picture.pdf', Buffer.from('PNG')),
      file('big.pdf', Buffer.alloc(2_097_153, '%PDF-')),
    );
    const refusal = page.getByRole('alert').filter({ hasText: 'picture.pdf' });
    await expect(refusal).toContainText(`${long}: A file with this name is attached already.`);
    await expect(refusal).toContainText('picture.pdf: File type is not supported');
    await expect(refusal).toContainText('big.pdf: File size is too big');
    await expect(attached(page)).toHaveCount(1);

    await attach(page, file('other.pdf'));
    await page.getByRole('button', { name: `Remove ${long}` }).press('Enter');
    await expect(page.getByRole('button', { name: 'Remove other.pdf' })).toBeFocused();
    await expect(page.getByText(`${long} removed`)).toBeAttached();
    await page.getByRole('button', { name: 'Remove other.pdf' }).press('Enter');
    await expect(attached(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused();
  });

  test('can be dropped onto the form', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    const dropped = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'dropped.pdf', { type: 'application/pdf' }));
      return transfer;
    }, GOOD.toString());
    // What is dragged over the folded section opens it.
    await page.getByRole('group', { name: 'Attachments', exact: true }).dispatchEvent('dragenter');
    await page.getByText('or drop them here').dispatchEvent('drop', { dataTransfer: dropped });
    await expect(attached(page)).toContainText('dropped.pdf');
  });

  test('can be uploaded by a visitor, who sees the upload and the check progress', async ({ visitor }) => {
    const page = await visitor();
    await fillOrder(page, 'Attached');
    await fillVisitor(page);
    await attach(page, file('one.pdf'), file('two.pdf', LARGE));
    await slowUploads(page);
    const recorded = await recordProgress(page);
    await submit(page);
    const dialog = result(page);
    await expect(dialog).toContainText('Your referral has been submitted.');
    const { percentages, texts } = await recorded();
    expect(texts.filter((text) => text.includes('Attaching 2 of 2 files'))).not.toEqual([]);
    // Bit by bit, not all at once.
    expect(percentages.filter((percent) => percent > 0 && percent < 100).length).toBeGreaterThan(3);
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Order recorded' })).toBeVisible();
    await expect(dialog.getByRole('listitem').filter({ hasText: '2 files attached' }).first()).toBeVisible();
    await expect(dialog.getByText('Attached', { exact: true })).toHaveCount(2);
    await expect(dialog.getByText('Submission PDF made')).toBeVisible();
    await dialog.getByRole('button', { name: 'Submit another referral' }).click();
    // The next order begins without them, and with the same referrer.
    await expect(attached(page)).toHaveCount(0);
    await expect(field(page, 'Referrer', 'Email')).toHaveValue('vic@clinic.example');
  });

  test('that a reload would interrupt cause a warning, and can be chosen again after it', async ({ visitor }) => {
    const page = await visitor();
    await fillOrder(page, 'Interrupted');
    await fillVisitor(page);
    await attach(page, file('one.pdf'), file('two.pdf'));
    // On its way for as long as the page is there.
    await page.route(/fileName\/two\.pdf/, () => undefined, { times: 1 });
    await submit(page);
    const dialog = result(page);
    const link = dialog.getByRole('link', { name: 'Open the referral' });
    await expect(dialog).toContainText('Attaching 2 of 2 files');
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).accept();
    await reloaded;
    await expect(dialog.getByRole('alert')).toContainText('Failed to upload files: two.pdf');
    await expect(link).toHaveAttribute('href', /^\/referral\/\d{15}$/);
    await dialog.getByLabel('File instead of two.pdf').setInputFiles(file('two.pdf'));
    await expect(dialog).toContainText('Your referral has been submitted.');
    await expect(dialog.getByText('Attached', { exact: true })).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Submit another referral' }).click();
    await expect(field(page, 'Member', 'Last Name')).toHaveValue('');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Submit referral' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  test('that are refused are reported, and the referral exists', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await fillOrder(page, 'Refused');
    await attach(page, file('good.pdf'), file('locked.pdf', LOCKED));
    await submit(page);
    const dialog = result(page);
    await expect(dialog.getByRole('alert')).toContainText(
      "We're sorry. The referral was created but there was an issue uploading one of the attachments",
    );
    await expect(dialog.getByRole('alert')).toContainText('Failed to upload files: locked.pdf');
    await expect(dialog).toContainText('protected by a password');
    await dialog.getByRole('link', { name: 'Open the referral' }).click();
    await page.getByRole('tab', { name: /^Files/ }).click();
    const rows = page.getByRole('row');
    await expect(rows.filter({ hasText: 'good.pdf' }).getByRole('button', { name: 'Open good.pdf' })).toBeVisible();
    await expect(rows.filter({ hasText: 'locked.pdf' })).toContainText('protected by a password');

    // A refused file is no file of the referral.
    await expect(page.getByRole('tab', { name: 'Files 1' })).toBeVisible();
    const saved = page.waitForResponse('**/api/users/user/dismissed-file');
    await page.getByRole('button', { name: 'Dismiss locked.pdf' }).click();
    await expect(page.getByRole('button', { name: 'Show dismissed (1)' })).toBeFocused();
    await expect(page.getByRole('tab', { name: 'Files 1' })).toBeVisible();
    await saved;
    await page.reload();
    await page.getByRole('button', { name: 'Show dismissed (1)' }).click();
    await page.getByRole('button', { name: 'Restore locked.pdf' }).click();
    await expect(page.getByRole('button', { name: 'Dismiss locked.pdf' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Files 1' })).toBeVisible();
  });

  test('that are refused can be replaced in the dialog, also by a visitor', async ({ visitor }) => {
    const page = await visitor();
    await fillOrder(page, 'Replaced');
    await fillVisitor(page);
    await attach(page, file('good.pdf'), file('locked.pdf', LOCKED), file('other.pdf', LOCKED));
    await submit(page);
    const dialog = result(page);
    const failures = dialog.getByRole('alert');
    await expect(failures).toContainText('Failed to upload files: locked.pdf, other.pdf');
    // Early, as the browser takes a moment to give choosers to the spec.
    const chooser = page.waitForEvent('filechooser');
    // Sent again it would be refused again.
    await expect(dialog.getByRole('button', { name: 'Retry locked.pdf' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Replace locked.pdf' }).focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(file('notes.txt'));
    await expect(dialog).toContainText('notes.txt: File type is not supported');
    const insteadOf = (name: string) => dialog.getByLabel(`File instead of ${name}`);
    await insteadOf('locked.pdf').setInputFiles(file('good.pdf', LOCKED));
    await expect(dialog).toContainText('good.pdf: A file with this name is attached already.');

    await insteadOf('locked.pdf').setInputFiles(file('locked.pdf'));
    await expect(dialog.getByText('Attached', { exact: true })).toHaveCount(2);
    await expect(failures).toContainText('Failed to upload files: other.pdf');
    // As after a quarter of an hour.
    await page.context().clearCookies();
    await insteadOf('other.pdf').setInputFiles(file('late.pdf'));
    await expect(failures).toContainText('Failed to upload files: late.pdf');
    await expect(dialog).toContainText('Please sign in to continue.');
  });

  test('that are still being checked are uploaded with the order, and an invalid one blocks the submit', async ({
    signedIn,
  }) => {
    const page = await signedIn('referrer');
    await fillOrder(page, 'Quick');
    let lookAtThem = () => {};
    const looked = new Promise<void>((resolve) => (lookAtThem = resolve));
    await page.route(/file-to-attach-.*\.js$/, async (route) => {
      await looked;
      await route.continue();
    });
    await attach(page, file('quick.pdf'), file('notes.txt'));
    await submit(page);
    lookAtThem();
    await expect(page.getByText('notes.txt: File type is not supported')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused();
    await expect(result(page)).toBeHidden();
    await submit(page);
    await expect(result(page).getByText('Attached', { exact: true })).toHaveCount(1);
  });

  test('whose upload failed are sent again without the others', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await fillOrder(page, 'Again');
    await attach(page, file('first.pdf'), file('second.pdf'));
    const sent: string[] = [];
    page.on('request', (request) => {
      const [, name] = /\/upload\/fileName\/([^?]+)/.exec(request.url()) ?? [];
      if (name !== undefined) sent.push(name);
    });
    await failNextUpload(page);
    await submit(page);
    const dialog = result(page);
    await expect(dialog.getByRole('alert')).toContainText('Failed to upload files: first.pdf');
    await dialog.getByRole('button', { name: 'Retry first.pdf' }).click();
    await expect(dialog).toContainText('Your referral has been submitted.');
    expect(sent).toEqual(['first.pdf', 'second.pdf', 'first.pdf']);
  });

  test('are attached to their own order after its response was lost and the page was reloaded', async ({
    signedIn,
  }) => {
    const page = await signedIn('referrer');
    await fillOrder(page, 'Lost');
    await attach(page, file('a.pdf'), file('b.pdf'));
    let recorded: unknown;
    let lost = 0;
    await page.route('**/api/referrals/create', async (route) => {
      recorded = ((await (await route.fetch()).json()) as { data: unknown }).data;
      await route.abort('connectionreset');
      lost += 1;
    });
    await submit(page);
    await expect(result(page)).toContainText('the order will not be recorded twice');
    await page.reload();
    await expect(page.getByText('Your draft was restored')).toBeVisible();
    const toChoose = page.getByText('Please choose these files again');
    await expect(toChoose).toContainText('a.pdf, b.pdf');
    await attach(page, file('a.pdf'));
    await expect(toChoose).toHaveText(/: b\.pdf$/);
    // Three tries, and three more for which the page asked when it was opened.
    await expect.poll(() => lost).toBe(6);
    await page.unroute('**/api/referrals/create');
    await submit(page);
    const dialog = result(page);
    await expect(dialog.getByRole('alert')).toContainText('Failed to upload files: b.pdf');
    await expect(dialog.getByRole('link', { name: 'Open the referral' })).toHaveAttribute(
      'href',
      `/referral/${String(recorded)}`,
    );
    await dialog.getByLabel('File instead of b.pdf').setInputFiles(file('b.pdf'));
    await expect(dialog).toContainText('Your referral has been submitted.');
    await expect(dialog.getByText('Attached', { exact: true })).toHaveCount(2);
  });

  test('are kept when the order fails, and are uploaded when it succeeds', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await fillOrder(page, 'Kept');
    await attach(page, file('kept.pdf'));
    let failures = 1;
    await page.route('**/api/referrals/create', async (route) => {
      if (failures-- <= 0) return route.continue();
      const failure = {
        success: false,
        message: 'The service is briefly unavailable.',
        data: null,
        code: 'service/unavailable',
      };
      return route.fulfill({ status: 503, json: failure });
    });
    await submit(page);
    const dialog = result(page);
    await expect(dialog.getByRole('alert')).toContainText(
      "We're sorry. There was an issue submitting your referral. If the issue persists, please reach out to",
    );
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toContainText('1 file attached');
    await expect(dialog).toContainText('Your referral has been submitted.');
  });

  test('that were not attached are not left unasked, and the empty form and the referral name them', async ({
    signedIn,
  }) => {
    const page = await signedIn('referrer');
    await fillOrder(page, 'Left');
    await attach(page, file('one.pdf'), file('two.pdf'), file('three.pdf'));
    for (const name of ['two', 'three'])
      await page.route(`**/upload/fileName/${name}.pdf*`, (route) => route.abort('connectionreset'));
    await submit(page);
    const dialog = result(page);
    await expect(dialog.getByRole('alert')).toContainText('Failed to upload files: two.pdf, three.pdf');
    await page.keyboard.press('Escape');
    const question = dialog.getByRole('alert').filter({ hasText: 'Close all the same?' });
    await expect(question).toContainText('2 files of this referral are not attached: two.pdf, three.pdf.');
    await expect(dialog.getByRole('button', { name: 'Keep this open' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Submit another referral' }).click();
    await expectWcag(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Close without attaching' }).click();
    await expect(dialog).toBeHidden();
    const left = page.getByRole('status').filter({ hasText: '2 files of your last referral were not attached' });
    await expect(left).toContainText('two.pdf, three.pdf');
    await left.getByRole('link').click();
    await expect(page).toHaveURL(/\/referral\/\d+\?tab=files/);
    const missing = page.getByRole('status').filter({ hasText: 'were named with the referral and have not arrived' });
    await expect(missing).toContainText('2 files');
    await expect(missing).toContainText('two.pdf, three.pdf');
    await expectWcag(page, 'main');
  });
});
