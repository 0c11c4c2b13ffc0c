import { expect, type Page } from '@playwright/test';
import { addItem, field, fillMember } from './order.js';
import { test } from './people.js';

/** A PDF of one empty page; `trailer` is added to what it says of itself. */
function aPdf(trailer = ''): Buffer {
  return Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
      '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
      '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >> endobj',
      `trailer << /Size 4 /Root 1 0 R ${trailer} >>`,
      'startxref',
      '0',
      '%%EOF',
    ].join('\n'),
  );
}

const file = (name: string, buffer = aPdf()) => ({ name, mimeType: 'application/pdf', buffer });
const LOCKED = aPdf('/Encrypt << /Filter /Standard >>');

async function fillOrder(page: Page, lastName: string): Promise<void> {
  await page.goto('/create-referral');
  await fillMember(page, lastName);
  await addItem(page, 'Folding walker with wheels', 'Adult');
}

async function fillReferrer(page: Page): Promise<void> {
  for (const [label, text] of [
    ['First Name', 'Vic'],
    ['Last Name', 'Visitor'],
    ['Email', 'vic@clinic.example'],
    ['Phone', '6025550149'],
  ] as const) {
    await field(page, 'Referrer', label).fill(text);
  }
}

const attach = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('input[type=file]').setInputFiles(files);
const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
const result = (page: Page) => page.getByRole('dialog', { name: 'Submit Referral' });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit referral' }).click();

test.describe('Files of an order', () => {
  test('are PDFs of 2 MB at most, each once, and their names are shortened', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    const long = 'Prescription of the twenty-first of November.pdf';
    await attach(page, file(long));
    await expect(attached(page)).toContainText('Prescription of the twen…');
    await expect(attached(page).getByTitle(long)).toBeVisible();

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

    await page.getByRole('button', { name: `Remove ${long}` }).click();
    await expect(attached(page)).toHaveCount(0);
  });

  test('can be dropped', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    const dropped = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'dropped.pdf', { type: 'application/pdf' }));
      return transfer;
    }, aPdf().toString());
    await page.getByText('or drop them here').dispatchEvent('drop', { dataTransfer: dropped });
    await expect(attached(page)).toContainText('dropped.pdf');
  });

  test('are sent by somebody who is not signed in, and checked, before their eyes', async ({ visitor }) => {
    const page = await visitor();
    await fillOrder(page, 'Attached');
    await fillReferrer(page);
    await attach(page, file('one.pdf'), file('two.pdf'));
    await submit(page);
    const dialog = result(page);
    await expect(dialog).toContainText('Your referral has been submitted.');
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Order recorded' })).toBeVisible();
    await expect(dialog.getByRole('listitem').filter({ hasText: '2 files attached' }).first()).toBeVisible();
    await expect(dialog.getByText('Attached', { exact: true })).toHaveCount(2);
    await expect(dialog.getByText('Submission PDF made')).toBeVisible();
    await dialog.getByRole('button', { name: 'Submit another referral' }).click();
    // The next order begins without them, and with the same referrer.
    await expect(attached(page)).toHaveCount(0);
    await expect(field(page, 'Referrer', 'Email')).toHaveValue('vic@clinic.example');
  });

  test('that are refused are told of, and the referral is there', async ({ signedIn }) => {
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
  });

  test('that did not get through are sent again, alone', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await fillOrder(page, 'Again');
    await attach(page, file('first.pdf'), file('second.pdf'));
    const sent: string[] = [];
    await page.route('**/upload/fileName/*', async (route) => {
      sent.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
      if (sent.length > 1) return route.continue();
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
    await expect(dialog.getByRole('alert')).toContainText('Failed to upload files: first.pdf');
    await dialog.getByRole('button', { name: 'Retry first.pdf' }).click();
    await expect(dialog).toContainText('Your referral has been submitted.');
    expect(sent).toEqual(['first.pdf', 'second.pdf', 'first.pdf']);
  });

  test('are kept when the order does not get through, and go with it then', async ({ signedIn }) => {
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
});

test('A file is added to a referral later', async ({ signedIn }) => {
  const page = await signedIn('referrer');
  await fillOrder(page, 'Later');
  await submit(page);
  await result(page).getByRole('link', { name: 'Open the referral' }).click();
  await page.getByRole('tab', { name: /^Files/ }).click();
  await attach(page, file('picture.pdf', Buffer.from('PNG')));
  await expect(page.getByRole('alert')).toContainText('File type is not supported');
  await attach(page, file('later.pdf'));
  const row = page.getByRole('row').filter({ hasText: 'later.pdf' });
  await expect(row).toContainText('Attachment');
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Open later.pdf' }).click();
  expect((await download).suggestedFilename()).toMatch(/^\d{15}\.pdf$/);
  await expect(page.getByRole('tab', { name: 'Files 1' })).toBeVisible();
});
