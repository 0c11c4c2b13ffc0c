import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvLine } from './csv.js';
import { CsvFileReader } from './csv-file.js';

const HEADINGS = ['medicaid_id', 'date_of_birth'];
const reader = () =>
  new CsvFileReader({ longest: 4_096, isHeading: (heading) => ['medicaidid', 'dateofbirth'].includes(heading) });

describe('A CSV file', () => {
  it('has the same cells in every encoding, with every separator, in chunks of any size', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'aZ0 .-,;|"ñé'), maxLength: 8 }).map((text) => text.trim());
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom<BufferEncoding | 'utf16be'>('utf8', 'utf16le', 'utf16be', 'latin1'),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        (rows, separator, encoding, marked, size) => {
          const quoted = [HEADINGS, ...rows].map((cells) =>
            cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(separator),
          );
          const text = `${marked && encoding !== 'latin1' ? '\ufeff' : ''}${quoted.join('\r\n')}\r\n`;
          const bytes = encoding === 'utf16be' ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, encoding);
          const file = reader();
          const lines = [];
          for (let at = 0; at < bytes.length; at += size) lines.push(...file.push(bytes.subarray(at, at + size)));
          lines.push(...file.end());
          const expected = [HEADINGS, ...rows].filter((cells) => cells.some((one) => one !== ''));
          expect(lines.map(({ cells }) => cells)).toEqual(expected);
        },
      ),
    );
  });

  it('that was exported is read back', () => {
    const lines = [HEADINGS, ['a"b', '1, 2;3']].map(csvLine).join('');
    const file = reader();
    const read = [...file.push(Buffer.from(lines)), ...file.end()];
    expect(read).toEqual([
      { line: 1, cells: HEADINGS },
      { line: 2, cells: ['a"b', '1, 2;3'] },
    ]);
  });

  it('of no line has none', () => {
    expect(reader().end()).toEqual([]);
  });
});
