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
    ['\r\n \t%PDF-1.7', 4],
    [`${MARK}\r\n%PDF-1.7`, 5],
    [`${' '.repeat(32)}%PDF-1.7`, 32],
  ])('of %j is at %i', (text, start) => {
    expect(startOf(text)).toBe(start);
    for (let length = 0; length < start + 5; length++) expect(startOf(text.slice(0, length))).toBe('unknown');
  });

  it.each([
    ' '.repeat(33),
    `${' '.repeat(33)}%PDF-1.7`,
    'PK\x03\x04',
    '<html>%PDF-',
    '\0%PDF-1.7',
    '\x0b%PDF-1.7',
    '%pdf-1.7',
    '%%PDF-1.7',
    '\xef\xbb%PDF-1.7',
    `\n${MARK}%PDF-1.7`,
    `${MARK}${MARK}%PDF-1.7`,
    'MZ',
  ])('is nowhere in %j', (text) => expect(startOf(text)).toBe('nowhere'));
});
