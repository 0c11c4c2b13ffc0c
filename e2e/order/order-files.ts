import { expect, type Page } from '@playwright/test';
import { openSection } from './order.js';

/** A PDF of one page; `trailer` is added to what it says of itself, `bytes` to its size, `page` and `more` to its objects. */
function aPdf(trailer = '', bytes = 0, page = '', more: readonly string[] = []): Buffer {
  return Buffer.from(
    [
      '%PDF-1.4',
      `%${'x'.repeat(bytes)}`,
      '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
      '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
      `3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${page} >> endobj`,
      ...more,
      `trailer << /Size 4 /Root 1 0 R ${trailer} >>`,
      'startxref',
      '0',
      '%%EOF',
    ].join('\n'),
  );
}

export const GOOD = aPdf();

/** A PDF with a line of text. */
export function readable(text: string): Buffer {
  const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  return aPdf('', 0, '/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>', [
    `4 0 obj << /Length ${content.length} >> stream\n${content}\nendstream endobj`,
    '5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj',
  ]);
}
/** A page whose contents are missing, with a comment. */
export const LOST = aPdf('', 0, '/Contents 9 0 R /Annots [<< /Subtype /Text /Rect [9 9 29 29] /Contents (Two) >>]');
/** Taken by the API, and refused by its check. */
export const LOCKED = aPdf('/Encrypt << /Filter /Standard >>');
/** Takes a moment on a slow line. */
export const LARGE = aPdf('', 1_000_000);

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const file = (name: string, buffer = GOOD): ChosenFile => ({ name, mimeType: 'application/pdf', buffer });

/** Chooses files on the order form or the Files tab. */
export async function attach(page: Page, ...files: readonly ChosenFile[]): Promise<void> {
  const input = page.getByLabel(/^(Files to attach|File to upload)$/);
  await expect(input.or(page.getByRole('group', { name: 'Attachments', exact: true })).first()).toBeAttached();
  if ((await input.count()) === 0) await openSection(page, 'Attachments');
  await input.setInputFiles(files);
}

/** Answers the next upload as a service does that is down for a moment. */
export async function failNextUpload(page: Page): Promise<void> {
  const message = 'The service is briefly unavailable.';
  await page.route(
    '**/upload/fileName/*',
    (route) =>
      route.fulfill({ status: 503, json: { success: false, message, data: null, code: 'service/unavailable' } }),
    { times: 1 },
  );
}
