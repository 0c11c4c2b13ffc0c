import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvLine } from './csv.js';
import { CsvFileReader } from './csv-file.js';

const HEADINGS = ['medicaid_id', 'date_of_birth'];
const reader = ({ longest = 4_096 } = {}) =>
  new CsvFileReader({ longest, isHeading: (heading) => ['medicaidid', 'dateofbirth'].includes(heading) });

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

  it.each([
    ['="0012345"', ['="0012345"', 'b']],
    [' = "0012345" ', ['= "0012345"', 'b']],
    ['=""0012""', ['=""0012""', 'b']],
    ['="x"&"y"', ['="x"&"y"', 'b']],
    ['="x, y"&"z"', ['="x, y"&"z"', 'b']],
    ['+"x"', ['+"x"', 'b']],
    ['-"x"', ['-"x"', 'b']],
    ['@SUM("x",1)', ['@SUM("x",1)', 'b']],
    ['=TEXT(A1,"000")', ['=TEXT(A1,"000")', 'b']],
    ['=TEXT(A1,0)', ['=TEXT(A1,0)', 'b']],
    ['＝"0012"', ['＝"0012"', 'b']],
    ['="say ""a, b"" to"', ['="say ""a, b"" to"', 'b']],
    ['"a, ""c""",="0012"', ['a, "c"', '="0012"', 'b']],
    ['="0012",="13"', ['="0012"', '="13"', 'b']],
    ['-5,=A1', ['-5', '=A1', 'b']],
  ])('has a formula that a spreadsheet program wrote as a cell: %s', (cells, expected) => {
    for (const separator of [',', ';', '\t']) {
      const row = `${cells.replaceAll(',', separator)}${separator}b`;
      const file = reader();
      const text = `${HEADINGS.join(separator)}\n${row}\nx${separator}y\n`;
      const read = [...file.push(Buffer.from(text)), ...file.end()];
      expect(read.slice(1)).toEqual([
        { line: 2, cells: expected.map((cell) => cell.replaceAll(',', separator)) },
        { line: 3, cells: ['x', 'y'] },
      ]);
    }
  });

  it.each(['="0012', '=TEXT(A1', '="0012"",b', 'x="0012"', '="a"b"'])(
    'is read on after a formula that has no end, or a quote elsewhere: %s',
    (cell) => {
      const file = reader();
      const read = [...file.push(Buffer.from(`${HEADINGS.join(',')}\n${cell},b\nx,y\n`)), ...file.end()];
      expect(read.map(({ line }) => line)).toEqual([1, 2, 3]);
      expect(read[2]?.cells).toEqual(['x', 'y']);
    },
  );

  it('has at most a thousand cells in a line, and any number of empty ones behind them', () => {
    const file = reader({ longest: 1_000_000 });
    const wide = [...HEADINGS, ...Array<string>(998).fill('x')];
    const lines = [wide.join(','), `${wide.join(',')}${','.repeat(500_000)} , `, `${wide.join(',')},y`, 'a,b'];
    const read = [...file.push(Buffer.from(lines.join('\n'))), ...file.end()];
    expect(read).toEqual([
      { line: 1, cells: wide },
      { line: 2, cells: wide },
      { line: 3, cells: [], fault: 'The line has more than 1000 cells.' },
      { line: 4, cells: ['a', 'b'] },
    ]);
  });

  /* Each would take minutes if the time grew with the square of the length. */
  it.each([
    ['cells', 'ab,'],
    ['beginnings of formulas', '='],
    ['formulas without an end', '=(  '.repeat(100) + ','],
    ['quotation marks', '"'],
    ['quoted cells', '"",'],
  ])('is read in time whatever its line is full of: %s', (_, part) => {
    const file = reader({ longest: 1_000_000 });
    const text = `${part.repeat(Math.ceil(500_000 / part.length))}=(`;
    const before = process.cpuUsage();
    expect([...file.push(Buffer.from(text)), ...file.end()].length).toBeLessThanOrEqual(1);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5_000);
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
