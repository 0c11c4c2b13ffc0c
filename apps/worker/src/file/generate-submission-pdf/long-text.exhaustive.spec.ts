import { describe, expect, it } from '@jest/globals';
import { pagesOf } from './read-pdf.testing.js';
import { SubmissionRenderer } from './render-submission-pdf.js';

const renderer = new SubmissionRenderer();
const LINE = /Line \d+(?!\d)/g;
const ITEM = { Category: 'Breast Pump', Item: 'Double electric pump', HCPCS: 'E0603', Qty: '1' };
const withLines = (lines: number, items: number) => {
  const text = Array.from({ length: lines }, (_, n) => `Line ${n}`).join('\n');
  return renderer.render({
    referralId: '263254123071844',
    submitted: 'Nov 21, 2026, 10:42 AM Central Time',
    sections: [
      {
        title: 'Member',
        rows: [
          ['Name', 'ليلى حسن'],
          ['Address', '1 Main St'],
        ],
      },
      { title: 'Other', rows: [['Additional information', text]] },
    ],
    items: Array.from({ length: items }, () => ITEM),
  });
};

describe('Submission PDF with a long additional text', () => {
  it('loses no line, and takes a page more only where the one before is full', async () => {
    for (const items of [1, 12]) {
      let full = 0;
      for (let lines = 1; lines <= 120; lines += 7) {
        const pages = (await pagesOf(withLines(lines, items))).map((text) => text.match(LINE)?.length ?? 0);
        expect(pages.reduce((sum, count) => sum + count)).toBe(lines);
        expect(pages.at(-1)).toBeGreaterThan(0);
        if (pages.length === 1) full = lines;
        else if (pages.length > 2) expect(pages[0]).toBeGreaterThanOrEqual(full);
      }
    }
  });
});
