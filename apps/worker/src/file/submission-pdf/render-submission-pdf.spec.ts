import { describe, expect, it } from '@jest/globals';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { renderSubmissionPdf } from './render-submission-pdf.js';
import type { SubmissionDocument } from './submission-document.js';

const document: SubmissionDocument = {
  referralId: '26325 41230 71844',
  submitted: 'Nov 21, 2026, 10:42 AM Central Time',
  sections: [
    {
      title: 'Member',
      rows: [
        ['Name', 'ليلى حسن · សុខា ចាន់ · አበበ ቢቂላ · 王小明'],
        ['Address', '#strong[1 Main St] $x$'],
      ],
    },
    { title: 'Other', rows: [['Additional information', 'First line\nSecond line']] },
  ],
  items: [
    { Category: 'Breast Pump', Item: 'Double electric pump', HCPCS: 'E0603', Qty: '1' },
    { Category: 'Custom Item', Item: 'Bed rail pads', Qty: '2', Description: 'Soft, washable' },
  ],
};

const open = (pdf: Buffer) => getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 }).promise;

async function pagesOf(pdf: Buffer): Promise<readonly string[]> {
  const loaded = await open(pdf);
  const pages = await Promise.all(
    Array.from({ length: loaded.numPages }, async (_, index) => (await loaded.getPage(index + 1)).getTextContent()),
  );
  return pages.map((page) => page.items.map((item) => ('str' in item ? item.str : '')).join(' '));
}

const textOf = async (pdf: Buffer) => (await pagesOf(pdf)).join(' ');

/** Names of the fonts that its first page is set in. */
async function fontsOf(pdf: Buffer): Promise<readonly string[]> {
  const page = await (await open(pdf)).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const ids = fnArray.flatMap((operation, at) => (operation === OPS.setFont ? [String(argsArray[at]?.[0])] : []));
  return ids.map((id) => (page.commonObjs.get(id) as { readonly name: string }).name);
}

describe('Submission PDF', () => {
  it('holds everything ordered', async () => {
    const text = await textOf(renderSubmissionPdf(document));
    for (const part of [
      '26325 41230 71844',
      'Double electric pump',
      'E0603',
      'Bed rail pads',
      'Soft, washable',
      'Second line',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('prints Arabic, Khmer, Amharic and Chinese names', async () => {
    const text = await textOf(renderSubmissionPdf(document));
    for (const part of ['አበበ', '王小明']) expect(text).toContain(part);
    expect(text).toMatch(/[\u1780-\u17ff]/u);
    expect(text).toMatch(/[\u0600-\u06ff\ufe70-\ufeff]/u);
  });

  it.each([
    ['Armenian', 'Անի Հակոբյան', 'NotoSansArmenian'],
    ['Bengali', 'রহমান', 'NotoSansBengali'],
    ['Burmese', 'မောင်', 'NotoSansMyanmar'],
    ['Gujarati', 'મીરા પટેલ', 'NotoSansGujarati'],
    ['Hebrew', 'נועה לוי', 'NotoSansHebrew'],
    ['Hindi', 'आशा शर्मा', 'NotoSans-Regular'],
    ['Japanese', 'さくら カナ', 'NotoSansSC'],
    ['Korean', '김민지', 'NotoSansKR'],
    ['Punjabi', 'ਸਿੰਘ', 'NotoSansGurmukhi'],
    ['Russian', 'Анна Иванова', 'NotoSans-Regular'],
    ['Tamil', 'குமார்', 'NotoSansTamil'],
    ['Telugu', 'రావు', 'NotoSansTelugu'],
    ['Thai', 'สมชาย', 'NotoSansThai'],
    ['an emoji', '🙂', 'NotoEmoji'],
  ])('has a font for %s', async (_, name, font) => {
    const pdf = renderSubmissionPdf({
      ...document,
      sections: [{ title: 'Member', rows: [['Name', name]] }],
      items: [],
    });
    expect(await fontsOf(pdf)).toContainEqual(expect.stringContaining(font));
  });

  it('leaves what a person typed as text, not markup', async () => {
    expect(await textOf(renderSubmissionPdf(document))).toContain('#strong[1 Main St] $x$');
  });

  it('lets nothing run off the sheet, however long a word is', async () => {
    const word = 'W'.repeat(100);
    const pdf = renderSubmissionPdf({
      ...document,
      sections: [{ title: 'Member', rows: [['Address', `${word}, ${word}`]] }],
      items: [
        { Category: 'Custom Item', Item: word, Option: word, HCPCS: 'E0603', Qty: '1', Description: word.repeat(5) },
      ],
    });
    const page = await (await open(pdf)).getPage(1);
    const [, , width] = page.view as readonly number[];
    const { items } = await page.getTextContent();
    const ends = items.flatMap((item) => ('str' in item ? [Number(item.transform[4]) + item.width] : []));
    expect(Math.max(...ends)).toBeLessThan(Number(width) - 36);
    expect((await textOf(pdf)).match(/W/g)).toHaveLength(900);
  });

  it('starts a paragraph of a right-to-left script at the right', async () => {
    const paragraph = 'المريض يتكلم العربية فقط. '.repeat(5).trim();
    const pdf = renderSubmissionPdf({ ...document, sections: [{ title: 'Other', rows: [['Note', paragraph]] }] });
    const { items } = await (await (await open(pdf)).getPage(1)).getTextContent();
    const arabic = items.flatMap((item) =>
      'str' in item && /[\u0600-\u06ff]/u.test(item.str) ? [item.transform.map(Number)] : [],
    );
    const bottom = Math.min(...arabic.map(([, , , , , y]) => Number(y)));
    const lastLine = arabic.filter(([, , , , , y]) => Number(y) < bottom + 5);
    expect(lastLine.length).toBeLessThan(arabic.length);
    // A short line: it would begin at 198 pt if it stood at the left of its column.
    expect(Math.min(...lastLine.map(([, , , , x]) => Number(x)))).toBeGreaterThan(300);
  });

  it('is tagged: a reader is told its headings and its table', async () => {
    const tree = JSON.stringify(await (await (await open(renderSubmissionPdf(document))).getPage(1)).getStructTree());
    for (const role of ['H1', 'H2', 'Table', 'TH', 'TD']) expect(tree).toContain(`"role":"${role}"`);
  });

  it('numbers its pages, and keeps a section together', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => [`Label ${n}`, 'Value'] as const);
    const pdf = renderSubmissionPdf({
      ...document,
      sections: ['One', 'Two', 'Three', 'Four'].map((title) => ({ title, rows })),
    });
    const pages = await pagesOf(pdf);
    pages.forEach((text, index) => expect(text).toContain(`Page ${index + 1} of ${pages.length}`));
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      const [text] = pages.filter((page) => page.includes(title));
      expect(text?.split(title)[1]).toContain('Label 19');
    }
  });

  it('gives the same bytes for the same order', () => {
    expect(renderSubmissionPdf(document).equals(renderSubmissionPdf(document))).toBe(true);
  });
});
