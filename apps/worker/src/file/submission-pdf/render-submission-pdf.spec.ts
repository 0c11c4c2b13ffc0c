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

async function textOf(pdf: Buffer): Promise<string> {
  const loaded = await getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: loaded.numPages }, async (_, index) => (await loaded.getPage(index + 1)).getTextContent()),
  );
  return pages.flatMap((page) => page.items.map((item) => ('str' in item ? item.str : ''))).join(' ');
}

/** Names of the fonts that its first page is set in. */
async function fontsOf(pdf: Buffer): Promise<readonly string[]> {
  const loaded = await getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 }).promise;
  const page = await loaded.getPage(1);
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
    ['Gujarati', 'મીરા પટેલ', 'NotoSansGujarati'],
    ['Hebrew', 'נועה לוי', 'NotoSansHebrew'],
    ['Hindi', 'आशा शर्मा', 'NotoSans-Regular'],
    ['Japanese', 'さくら カナ', 'NotoSansSC'],
    ['Korean', '김민지', 'NotoSansKR'],
    ['Russian', 'Анна Иванова', 'NotoSans-Regular'],
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

  it('gives the same bytes for the same order', () => {
    expect(renderSubmissionPdf(document).equals(renderSubmissionPdf(document))).toBe(true);
  });
});
