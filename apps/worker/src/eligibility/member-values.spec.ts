import { describe, expect, it } from '@jest/globals';
import { READ_DATES } from './member-cells.js';
import { HEAD, rows } from './member-rows.testing.js';

describe('A file of members', () => {
  it('has years of two digits where they can mean one year only', async () => {
    const found = await rows(
      `${HEAD}ZA1,12-Mar-05,diaper\nZA2,12-Mar-27,diaper\nZA3,12-Mar-26,diaper\nZA4,3/12/05,diaper\n`,
    );
    expect(found.map((row) => ('patient' in row ? row.patient.dateOfBirth : row.fault))).toEqual([
      '2005-03-12',
      '1927-03-12',
      expect.stringMatching(/^DOB has a year of two digits that may be of either century\./),
      expect.stringMatching(/^DOB has a year of two digits/),
    ]);
  });

  it.each([
    ['13/02/1994', 'DOB has the day before the month, or is invalid.'],
    ['12.03.1994', 'DOB has no slashes, so that day and month are uncertain.'],
    ['03-12-1994', 'DOB has no slashes'],
    ['1994-03-12T05:00:00Z', 'DOB has a time of day'],
    ['3/12/1994 13:45', 'DOB has a time of day'],
    ['34405', "DOB is a spreadsheet program's number of a day."],
    ['1/0/1900', 'DOB is invalid.'],
    ['########', 'DOB is invalid.'],
    ['2/30/1994', 'DOB is invalid.'],
    ['12-Mrz-94', 'DOB is invalid.'],
  ])('names the forms that are read of a date: %s', async (date, fault) => {
    const [row] = await rows(`${HEAD}ZA1,${date},diaper\n`);
    expect(row).toMatchObject({ line: 2, fault: expect.stringContaining(fault) as unknown });
    expect(row).toMatchObject({ fault: expect.stringContaining(READ_DATES) as unknown });
    expect(JSON.stringify(row)).not.toContain(date);
  });

  it.each([
    '1.23457E+11',
    '1,23457E+11',
    '1E+11',
    '1.2e11',
    '="0012345"',
    '=0012345',
    '+0012345',
    '@12345',
    "'0012347",
    '\u20190012347',
    '`0012347',
    '"0012347',
    '12345678.0',
    '12345678.',
    '12.345.678',
    '12,345,678.00',
    '#N/A',
    '#REF!',
    'NULL',
    'N/A',
    'n/a',
    'nan',
    'None',
    'TRUE',
    '########',
    '-',
    'unknown',
    '0',
    '000000',
    '12-Mar',
    'Mar-94',
    '12-Mar-94',
    '3/12/1994',
    '1994-03-12 00:00:00',
    '12:30:00',
    '12345678901234500000',
    '50%',
    '$1,234.00',
    '\uff1d0012345',
    '1.23457E\u221211',
    'ZA\ufffd1',
  ])('has a fault where a spreadsheet program made something else of an ID: %s', async (id) => {
    const [row, more] = await rows(`${HEAD}"${id.replaceAll('"', '""')}",1994-03-12,diaper\n`);
    expect(row).toMatchObject({ line: 2, fault: expect.stringMatching(/^Medicaid ID (is|was|has|ends) /) as unknown });
    expect(JSON.stringify(row)).not.toContain(id.replaceAll('"', ''));
    expect(more).toBeUndefined();
  });

  it.each([
    ['an apostrophe', ['\u00b40012347', '\u20320012347', '\u02bc0012347', '\u00a80012347', "0012347'"]],
    ['error value', ['Err:502', 'err: 522', 'Error 2042', 'Fehler:502', '#VALEUR!', '#NV', '########']],
    [
      'turned into a date',
      [
        '12-Mar-1994 0:00',
        'March 1994',
        '1994-03',
        '1994/03',
        '3/1994',
        '12/3',
        '1-M\u00e4r',
        '12-ao\u00fbt',
        'Sat 12 Mar 1994',
        '12. M\u00e4rz 1994',
        '12 de marzo de 1994',
        '5-ene',
        'D\u00e9c-94',
        'Saturday, March 12, 1994',
        'lundi 3 mai 1994',
        '12-03-1994',
        '1994.03.12',
        '1994\u5e743\u670812\u65e5',
        '1994-03-12T05:00:00Z',
        '3-Okt-94',
        'Mar 12',
      ],
    ],
    ['turned into a time', ['12:30:00.5', '12:30', '100:15:00', '12:30 p.m.', '0:12']],
    [
      'separators between its digits',
      [
        '1 234 567.0',
        '12 345 678,00',
        '1\u00a0234,5',
        '12,345',
        "12'345.00",
        '-1 234 567.0',
        '1,23,456.00',
        '12,34,567',
      ],
    ],
    ['negative', ['(12345678)', '-12345678', '12345678-', '\u221212345678', '(12,345.00)', '(1.234,00)']],
    [
      'an exponent',
      [
        '1.23457 E+11',
        '1.23457\u00d710^11',
        '1.23457*10^11',
        '1.23457 x 10^11',
        '1,23457 \u00b7 10\u00b9\u00b9',
        '1.23457E +11',
        '123E+09',
        '5E-3',
        '1.2E11',
      ],
    ],
    [
      'several IDs',
      [
        'ZA1 / ZA2',
        'ZA10041;ZA10042',
        'ZA10041, ZA10042',
        'ZA10041 & ZA10042',
        '10041|10042',
        'ZA10041 ZA10042',
        'ZA1 and ZA2',
      ],
    ],
    [
      'beside the ID',
      [
        'ZA10041 (old)',
        'see 10041',
        'Total: 12',
        'Total 12',
        'ZA10041 inactive',
        'Member 10041',
        'ID: 10041',
        '10041 [x]',
        'Medicaid-10041',
      ],
    ],
    ['HTML', ['ZA10041&nbsp;', '&#39;0012347', '<b>ZA10041</b>', 'ZA10041<br/>', '&quot;ZA1&quot;', 'ZA1&#xA0;']],
    ['an amount', ['50%', '$1,234.00', '1234 \u20ac', '\u20b9 500']],
    [
      'which no ID has',
      [
        'ZA10041*',
        'ZA_10041',
        'ZA10041?',
        'ZA#1',
        'ana1@portal.example',
        'A.2',
        'ZA10041\u2026',
        'ZA~1',
        '1\\2',
        'E12+',
      ],
    ],
    ['A to Z', ['\u00c9va1', '\u0410\u0412123', '\u4f1a\u54e11', 'ZA1\u0301', 'ZA1\u2603\ufe0f']],
  ])('says by line what was found in an ID: %s', async (words, ids) => {
    const cells = ids.map((id) => `"${id.replaceAll('"', '""')}"`);
    const found = await rows(`${HEAD}${cells.map((cell) => `${cell},1994-03-12,diaper\n`).join('')}`);
    expect(found.map((row, n) => [ids[n], 'fault' in row ? row.fault : row])).toEqual(
      ids.map((id) => [id, expect.stringMatching(new RegExp(`^Medicaid ID .*${words}`))]),
    );
    for (const { line } of found) expect(JSON.stringify(found[line - 2])).not.toContain(ids[line - 2]);
  });

  it.each([
    '0012345',
    'VA 123-4567',
    'AB12345C',
    '123456789A',
    '3E10',
    'MAR12345',
    '1234567890123456',
    '123-45-6789',
    '1 234 567',
    '12-34-56',
    'ID 1234567',
    'OR-1234567',
    'ABCD-1234-EFGH',
    'XYZ 1234 5678',
    'DEC 1234567',
    'MAY-12345-01',
    '1234 5678 9012',
    '12345678 01',
    'AB12-CD34-EF56',
    '3 E 10',
    '12X10',
    '2012345678',
    '0000001',
    '123\u2013456',
    '\uff36\uff21\uff11',
  ])('has an ID that only looks odd: %s', async (id) => {
    expect(await rows(`${HEAD}"${id}",1994-03-12,diaper\n`)).toMatchObject([{ patient: { medicaidId: id } }]);
  });
});
