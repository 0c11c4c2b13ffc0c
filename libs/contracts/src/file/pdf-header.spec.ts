import { describe, expect, it } from '@jest/globals';
import { startOfPdf } from './pdf-header.js';

const startOf = (text: string) => startOfPdf(Buffer.from(text, 'latin1'));
const MARK = '\xef\xbb\xbf';

describe('The start of a PDF', () => {
  it.each([
    ['%PDF-1.7', 0],
    ['%PDF-', 0],
    [`${MARK}%PDF-1.7`, 3],
    ['\n%PDF-1.7', 1],
    [`${MARK}\r\n%PDF-1.7`, 5],
    ['%%PDF-1.7', 1],
    ['% a %PDF of %PDF-1.7', 12],
    [`\x00\x05a.pdf${'\0'.repeat(121)}%PDF-1.4`, 128],
    ['Converter 10 (2023)\nProcessing page 1\n%PDF-1.4', 38],
    ['<br />\n<b>Warning</b>: a variable\n%PDF-1.4', 34],
    [`${' '.repeat(1_019)}%PDF-1.7`, 1_019],
  ])('of %j is at %i', (text, start) => {
    expect(startOf(text)).toBe(start);
    for (let length = 0; length < start + 5; length++) expect(startOf(text.slice(0, length))).toBe('unknown');
  });

  it.each([
    `${' '.repeat(1_020)}%PDF-1.7`,
    `${' '.repeat(100_000)}%PDF-1.7`,
    `PK\x03\x04${'x'.repeat(2_000)}%PDF-1.7`,
    '%pdf-1.7'.repeat(200),
  ])('is nowhere in %j', (text) => expect(startOf(text)).toBe('nowhere'));
});
