import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { MAX_CATALOGUE_LINES, parseCatalogue } from '@throughline/contracts';
import { catalogueDifference, type CatalogueItem, isNoChange } from '@throughline/domain';
import { catalogueCsv, parseCatalogueCsv } from './catalogue-csv.js';

const HEADER = 'id,category,item,description,hcpcs,image,states,groups,option id,option name,option hcpcs';
const GLOVES = 'gloves,Supplies,Gloves,Each.,A4927,gloves.svg,all,all,,,';
const pictures = new Map([['gloves.svg', 'Two gloves']]);
const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (...lines: string[]) => parseCatalogueCsv(bytes([HEADER, ...lines].join('\n')), pictures);
const faultsOf = (...lines: string[]) =>
  parse(...lines).faults.map(({ line, column, fault }) => `${line} ${column ?? '-'}: ${fault}`);

const gloves: CatalogueItem = {
  id: 'gloves',
  itemCategory: 'Supplies',
  item: 'Gloves',
  description: 'Each.',
  hcpcs: 'A4927',
  image: 'gloves.svg',
  options: [],
  states: 'all',
  groups: 'all',
};
const [small, large] = [
  { id: 's', name: 'Small', hcpcs: 'A4928' },
  { id: 'l', name: 'Large', hcpcs: null },
];

describe('An uploaded catalogue', () => {
  it.each([
    ['with line ends of Windows and a byte order mark', `\ufeff${HEADER}\r\n${GLOVES}\r\n`],
    ['with blank lines and lines of empty cells', `\n${HEADER}\n\n${GLOVES}\n,,,,,,,,,,\n`],
    ['with columns in another case, and spaces', `${HEADER.toUpperCase()}\n${GLOVES.replaceAll(',', ' , ')}`],
    [
      'with columns in another order',
      'option id,option name,option hcpcs,groups,states,image,hcpcs,description,item,category,id\n' +
        ',,,,,gloves.svg,A4927,Each.,Gloves,Supplies,gloves',
    ],
    ['with empty cells at the ends of lines', `${HEADER},,\n${GLOVES},,,,\n,,,,,,,,,,,,,,,\n`],
    ['separated by semicolons', `${HEADER}\n${GLOVES}`.replaceAll(',', ';')],
    ['separated by tabs', `${HEADER}\n${GLOVES}`.replaceAll(',', '\t')],
    ['with a line that names the separator', `sep=;\n${HEADER}\n${GLOVES}`.replaceAll(',', ';')],
    ['with headings in other spellings', `${HEADER.replaceAll('option ', 'Option_')}\n${GLOVES}`],
  ])('is read %s', (_, text) => {
    expect(parseCatalogueCsv(bytes(text), pictures)).toEqual({ items: [gloves], faults: [] });
  });

  it('has options in lines of their own, or in the line of their item', () => {
    const [item, alone] = ['gloves,Supplies,Gloves,Each.,A4927,gloves.svg,AZ VA,"7, 9"', 'gloves,,,,,,,'];
    const expected = { ...gloves, states: ['AZ', 'VA'], groups: [7, 9], options: [small, large] };
    expect(parse(`${item},,,`, `${alone},s,Small,A4928`, `${alone},l,Large,`).items).toEqual([expected]);
    expect(parse(`${item},s,Small,A4928`, `${alone},l,Large,`).items).toEqual([expected]);
  });

  it('has names and descriptions in Spanish in columns that may be left out', () => {
    const header = `${HEADER},item es,description es,option name es`;
    const lines = [
      `${GLOVES},Guantes,Cada uno.,`,
      'gloves,,,,,,,,s,Small,A4928,,,Pequeño',
      'gloves,,,,,,,,l,Large,,,,',
    ];
    const inBoth = { itemEs: 'Guantes', descriptionEs: 'Cada uno.', options: [{ ...small, nameEs: 'Pequeño' }, large] };
    const { items, faults } = parseCatalogueCsv(bytes([header, ...lines].join('\n')), pictures);
    expect({ items, faults }).toEqual({ items: [{ ...gloves, ...inBoth }], faults: [] });
    expect(parseCatalogueCsv(bytes(catalogueCsv(items)), pictures).items).toEqual(items);
  });

  it.each([
    ['Gloves,Supplies,G,E,,,,,,,', 'id: must be 1 to 50 of a-z, 0-9 and -.'],
    ['gloves,Rockets,G,E,,,,,,,', 'category: must be one of Breast Pump,'],
    ['gloves,Supplies,,E,,,,,,,', 'item: must have at least 1 character.'],
    [`gloves,Supplies,${'x'.repeat(101)},E,,,,,,,`, 'item: is limited to 100 characters.'],
    ['gloves,Supplies,G,E,4927,,,,,,', 'hcpcs: must be a letter and four digits, as A4927.'],
    ['gloves,Supplies,G,E,,../a.svg,,,,,', 'image: must be a file name, as walker.svg.'],
    ['gloves,Supplies,G,E,,none.svg,,,,,', 'image: names no picture of this installation.'],
    ['gloves,Supplies,G,E,,,AZ ZZ,,,,', 'states: must be all, or states, as AZ VA.'],
    ['gloves,Supplies,G,E,,,,0x7,,,', 'groups: must be all, or numbers of groups, as 7 9.'],
    ['gloves,Supplies,G,E,,,,,s,,', 'option name: must have at least 1 character.'],
    ['gloves,,,,,,,,s,Small,', 'id: is not the id of an item in a line above.'],
    ['gloves,Supplies,=1+1,E,,,,,,,', 'item: begins like a formula. Put an apostrophe before it if it is text.'],
    ...['="G"', '="G"&"H"', '=""G""', '+"G"', '=TEXT(A1,"0")', '"=""G"""'].map((cell): [string, string] => [
      `gloves,Supplies,${cell},E,,,,,,,`,
      'item: is a formula of a spreadsheet program. Write what it shows, in a column that is formatted as text.',
    ]),
    ['gloves,Supplies,\u202eG,E,,,,,,,', 'item: must be one line, without control characters.'],
    ...['#REF!', '#NAME?', '####', '#N/A', '#VALUE!', '#DIV/0!', 'Err:502'].map((value): [string, string] => [
      `gloves,Supplies,${value},E,,,,,,,`,
      'item: is an error value of a spreadsheet program.',
    ]),
    ['gloves,Supplies,G,#N/A,,,,,,,', 'description: is an error value of a spreadsheet program.'],
    ...['12-Oct', '18-Dec', 'Oct-12', '10/12/2026', '12-oct-26', '2026-10-12 00:00:00', '12-dic'].map(
      (name): [string, string] => [
        `gloves,Supplies,G,E,,,,,s,${name},`,
        'option name: was turned into a date by a spreadsheet program, as 12-Oct of 10-12.',
      ],
    ),
    ['gloves,Supplies,12-Oct,E,,,,,,,', 'item: was turned into a date by a spreadsheet program, as 12-Oct of 10-12.'],
    ...['"7,009"', '"7,109"', '"1,007,009"'].map((groups): [string, string] => [
      `gloves,Supplies,G,E,,,,${groups},,,`,
      'groups: may be one number with separators between its digits. Write a blank after each group, as 7 9.',
    ]),
    ['gloves,Supplies,G,E,,,,7 009,,,', 'groups: must be all, or numbers of groups, as 7 9.'],
    ['gloves,Supplies,G,E', '-: The line has 4 cells, but there are 11 columns.'],
    [
      'gloves,Supplies,"G,E,,,,,,,',
      '-: A quote is not closed on its line. If a cell goes on in the next line, write its text in one line.',
    ],
    ['gloves,Supplies,G"x"y,E,,,,,,,', '-: A quote is out of place.'],
  ])('is refused for %s', (line, fault) => {
    expect(faultsOf(line)).toEqual([expect.stringContaining(`2 ${fault}`)]);
    expect(parse(line).items).toEqual([]);
  });

  it('is refused with all its faults at once, each by line and column', () => {
    const faults = faultsOf(
      'gloves,Supplies,,Each.,x,,,,,,',
      'gloves,,,,,,,,s,Small,',
      'gloves,,,,,,,,s,Small,',
      GLOVES,
      '"',
      'pads,Supplies,@SUM,=1,,,,,,,',
    );
    expect(faults).toEqual([
      '2 item: must have at least 1 character.',
      '2 hcpcs: must be a letter and four digits, as A4927.',
      '4 option id: is there twice for this item.',
      '5 id: is the id of line 2 as well.',
      '6 -: A quote is not closed on its line. If a cell goes on in the next line, write its text in one line.',
      '7 item: begins like a formula. Put an apostrophe before it if it is text.',
      '7 description: begins like a formula. Put an apostrophe before it if it is text.',
    ]);
  });

  it('is not faulted for names that begin with a number, a month or a number sign', () => {
    for (const name of ['#10 needle', '10-12 years', 'May 10 oz', 'Set of 2', '10-12', '3/4 inch', 'Mar-Gel', '# 5'])
      expect(faultsOf(`gloves,Supplies,${name},E,,,,"7, 109",,,`)).toEqual([]);
  });

  it('is not faulted for options below a line that could not be read', () => {
    expect(faultsOf('gloves,Supplies,"', 'gloves,,,,,,,,s,Small,')).toHaveLength(1);
  });

  const withByte = (byte: number) =>
    Buffer.concat([Buffer.from(`${HEADER}\ngloves,Supplies,Gloves f`), Buffer.from([byte]), bytes('r,Each.,,,,,,,')]);

  it('is read in the encodings of spreadsheet programs', () => {
    const utf16 = Buffer.from(`\ufeff${HEADER}\r\n${GLOVES}\r\n`, 'utf16le');
    for (const file of [utf16, Buffer.from(utf16).swap16(), utf16.subarray(2)])
      expect(parseCatalogueCsv(file, pictures)).toEqual({ items: [gloves], faults: [] });
    expect(parseCatalogueCsv(withByte(0xfc), pictures).items[0]?.item).toBe('Gloves f\u00fcr');
  });

  it('names the cell whose bytes are in no encoding that is read', () => {
    expect(parseCatalogueCsv(withByte(0x81), pictures).faults).toEqual([
      { line: 2, column: 'item', fault: 'has a character that could not be read. Save the file as CSV UTF-8.' },
    ]);
  });

  it.each([
    ['', 'The file is empty.'],
    [HEADER, 'There is no item below this line.'],
    ['\n'.repeat(MAX_CATALOGUE_LINES + 1), 'The file has 3002 lines. 3000 can be uploaded.'],
  ])('is refused as a whole: %j', (text, fault) => {
    expect(parseCatalogueCsv(bytes(text), pictures).faults).toEqual([{ line: 1, column: null, fault }]);
  });

  it.each([
    [
      'an Excel workbook',
      'PK\u0003\u0004\u0014\u0000\u0006\u0000[Content_Types].xml',
      /^This is an Excel workbook: save it as CSV\./,
    ],
    ['a line above the headings', `Catalogue of 2026\n${HEADER}\n${GLOVES}`, /^The headings are in line 2\./],
  ])('is refused with what was found: %s', (_, text, fault) => {
    const { faults, items } = parseCatalogueCsv(bytes(text), pictures);
    expect([items, faults]).toEqual([[], [{ line: 1, column: null, fault: expect.stringMatching(fault) as unknown }]]);
  });

  it.each(['x', 'id', HEADER])('is refused at once for very many columns: %s', (cells) => {
    const wide = Array<string>(Math.ceil(30_000 / cells.split(',').length)).fill(cells);
    expect(parseCatalogueCsv(bytes(`${wide.join(',')}\n${GLOVES}`), pictures)).toEqual({
      items: [],
      faults: [{ line: 1, column: null, fault: 'The line has more than 1000 cells.' }],
    });
  });

  it('is refused for columns that are missing, unknown or there twice', () => {
    const header = `${HEADER.replace('hcpcs', 'code').replace('groups', 'states')},,x`;
    const { faults } = parseCatalogueCsv(bytes(`${header}\n${GLOVES}`), pictures);
    expect(faults).toEqual([
      { line: 1, column: 'hcpcs', fault: 'The column is missing.' },
      { line: 1, column: 'groups', fault: 'The column is missing.' },
      { line: 1, column: 'code', fault: 'There is no such column.' },
      { line: 1, column: 'states', fault: 'The column is there twice.' },
      { line: 1, column: null, fault: 'A column has no name.' },
      { line: 1, column: 'x', fault: 'There is no such column.' },
    ]);
  });
});

describe('A downloaded catalogue', () => {
  const supplied = parseCatalogue(readFileSync('catalogue/catalogue.json', 'utf8'));
  const hostile: CatalogueItem = {
    ...gloves,
    item: '=HYPERLINK("x")',
    description: '\'=1, "quoted", 3\'',
    options: [{ id: 's', name: '- small, \u00fcber', hcpcs: null }],
  };

  it.each([
    ['the supplied one', supplied],
    ['one with cells like formulas', [hostile]],
  ])('can be uploaded again and shows no difference: %s', (_, items) => {
    const images = new Map(items.map(({ image }) => [image ?? '', '']));
    const { items: read, faults } = parseCatalogueCsv(bytes(catalogueCsv(items)), images);
    expect(faults).toEqual([]);
    expect(read).toEqual(items);
    expect(isNoChange(catalogueDifference(items, read))).toBe(true);
  });

  it('has no cell that a spreadsheet would run', () => {
    expect(catalogueCsv([hostile])).not.toMatch(/(^|,)"?[=+\-@]/m);
  });
});
