import { describe, expect, it } from '@jest/globals';
import { glyphsOf, openPdf, pagesOf, textOf } from './read-pdf.testing.js';
import { SubmissionRenderer } from './render-submission-pdf.js';
import type { SubmissionDocument } from './submission-document.js';

/** The measured factor is 1.5. If Typst searches the fonts for every character, it is 20. */
const MIXED_PER_LATIN = 10;

const renderer = new SubmissionRenderer();

const document: SubmissionDocument = {
  referralId: '263254123071844',
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

const withName = (name: string): SubmissionDocument => ({
  ...document,
  sections: [{ title: 'Member', rows: [['Name', name]] }],
  items: [],
});

describe('Submission PDF', () => {
  it('contains everything ordered', async () => {
    const text = await textOf(renderer.render(document));
    for (const part of [
      '263254123071844',
      'Double electric pump',
      'E0603',
      'Bed rail pads',
      'Soft, washable',
      'Second line',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('says that the order was corrected', async () => {
    const corrected = { ...document, corrected: 'Nov 22, 2026, 9:00 AM Central Time' };
    expect(await textOf(renderer.render(corrected))).toMatch(/Corrected\s*Nov 22, 2026, 9:00 AM Central Time/);
    expect(await textOf(renderer.render(document))).not.toContain('Corrected');
  });

  it('prints Arabic, Khmer, Amharic and Chinese names', async () => {
    const text = await textOf(renderer.render(document));
    for (const part of ['አበበ', '王小明']) expect(text).toContain(part);
    expect(text).toMatch(/[\u1780-\u17ff]/u);
    expect(text).toMatch(/[\u0600-\u06ff\ufe70-\ufeff]/u);
  });

  it('shows the id in groups, and has it as one run of digits for a program', async () => {
    const pdf = renderer.render(document);
    expect((await textOf(pdf)).match(/(?<=Referral (ID )?)\d[\d ]+\d/g)).toEqual([
      '263254123071844',
      '263254123071844',
    ]);
    const { title } = (await (await openPdf(pdf)).getMetadata()).info as { readonly title?: string };
    expect(title ?? '').not.toMatch(/\d \d/);
    const digits = (await glyphsOf(pdf)).filter(({ font }) => font.includes('ThroughlineSpaced'));
    expect(digits.map(({ text }) => text)).toEqual(['5', '0', '5', '0']);
  });

  it.each([
    ['an emoji of several code points', '👩‍❤️‍👨'],
    ['a key cap', '1️⃣'],
    ['a combining accent without a precomposed letter', 'q̈'],
  ])('prints %s', async (_, text) => {
    expect(await textOf(renderer.render(withName(text)))).toContain(text);
  });

  it.each([
    ['a character that no font has', '\u{20bb8}', '[Chinese character U+20BB8]'],
    ['a private-use character', '\ue000', '[character U+E000]'],
    ['a lone surrogate', '\ud83d', '\ufffd'],
  ])('describes %s in words', async (_, text, words) => {
    const pdf = renderer.render(withName(`Ana ${text} Ruiz`));
    expect((await textOf(pdf)).replace(/\s+/g, ' ')).toContain(`Ana ${words} Ruiz`);
    expect((await glyphsOf(pdf)).filter(({ isMissing }) => isMissing)).toEqual([]);
  });

  it('prints typed text as text, not markup', async () => {
    expect(await textOf(renderer.render(document))).toContain('#strong[1 Main St] $x$');
  });

  it('keeps long words on the page', async () => {
    const word = 'W'.repeat(100);
    const pdf = renderer.render({
      ...document,
      sections: [{ title: 'Member', rows: [['Address', `${word}, ${word}`]] }],
      items: [
        { Category: 'Custom Item', Item: word, Option: word, HCPCS: 'E0603', Qty: '1', Description: word.repeat(5) },
      ],
    });
    const page = await (await openPdf(pdf)).getPage(1);
    const [, , width] = page.view as readonly number[];
    const { items } = await page.getTextContent();
    const ends = items.flatMap((item) => ('str' in item ? [Number(item.transform[4]) + item.width] : []));
    expect(Math.max(...ends)).toBeLessThan(Number(width) - 36);
    expect((await textOf(pdf)).match(/W/g)).toHaveLength(900);
  });

  it('starts a paragraph of a right-to-left script at the right', async () => {
    const paragraph = 'المريض يتكلم العربية فقط. '.repeat(5).trim();
    const pdf = renderer.render({ ...document, sections: [{ title: 'Other', rows: [['Note', paragraph]] }] });
    const { items } = await (await (await openPdf(pdf)).getPage(1)).getTextContent();
    const arabic = items.flatMap((item) =>
      'str' in item && /[\u0600-\u06ff]/u.test(item.str) ? [item.transform.map(Number)] : [],
    );
    const bottom = Math.min(...arabic.map(([, , , , , y]) => Number(y)));
    const lastLine = arabic.filter(([, , , , , y]) => Number(y) < bottom + 5);
    expect(lastLine.length).toBeLessThan(arabic.length);
    // A short line: it would start at 198 pt if it were aligned to the left of its column.
    expect(Math.min(...lastLine.map(([, , , , x]) => Number(x)))).toBeGreaterThan(300);
  });

  it('is tagged: a screen reader finds its headings and its table', async () => {
    const tree = JSON.stringify(await (await (await openPdf(renderer.render(document))).getPage(1)).getStructTree());
    for (const role of ['H1', 'H2', 'Table', 'TH', 'TD']) expect(tree).toContain(`"role":"${role}"`);
  });

  it('numbers its pages, and keeps a section together', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => [`Label ${n}`, 'Value'] as const);
    const pdf = renderer.render({
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

  describe('with a long additional text', () => {
    it('has no page for empty lines', async () => {
      const rows = [['Additional information', `First${'\n'.repeat(200)}second${' \n'.repeat(200)}`]] as const;
      expect(await pagesOf(renderer.render({ ...document, sections: [{ title: 'Other', rows }] }))).toHaveLength(1);
    });
  });

  it('takes about as long for a text of many scripts as for one of Latin letters', () => {
    const alphabets = ['abcdefgh', '病人需要新的', '환자가새로운', 'रोगीको', 'المريض', 'ผู้ป่วย', 'လူနာ', 'አበበ', 'պատմ'];
    // Characters from all of Chinese and Korean, whose fonts are divided into slices of a few hundred characters.
    const spread = Array.from({ length: 600 }, (_, n) => String.fromCodePoint(0x4e00 + n * 34, 0xac00 + n * 18)).join(
      '',
    );
    const mixed = Array.from([...spread], (letter, n) => {
      const alphabet = alphabets[n % alphabets.length] ?? '';
      return letter + String(alphabet[n % alphabet.length]);
    }).join('');
    const cpuFor = (text: string) => {
      const pdf = () => renderer.render({ ...document, sections: [{ title: 'Other', rows: [['Note', text]] }] });
      pdf();
      const before = process.cpuUsage();
      pdf();
      return process.cpuUsage(before).user;
    };
    const latin = cpuFor('abcdefgh'.repeat(300));
    expect([...mixed]).toHaveLength(2_400);
    expect(cpuFor(mixed) / latin).toBeLessThan(MIXED_PER_LATIN);
  });

  it('gives the same bytes for the same order', () => {
    expect(renderer.render(document).equals(renderer.render(document))).toBe(true);
  });
});
