import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { RewardProgramme } from '@throughline/domain';
import { READ_DATES } from './member-cells.js';
import { type MemberRow, memberRows } from './member-rows.js';

async function rows(
  text: string | Buffer,
  programme: RewardProgramme | null = null,
  chunk = 65_536,
): Promise<MemberRow[]> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, n) =>
    bytes.subarray(n * chunk, (n + 1) * chunk),
  );
  const found: MemberRow[] = [];
  for await (const row of memberRows(Readable.from(chunks), programme, '2026-11-21')) found.push(row);
  return found;
}
const NOT_CLOSED = 'A quote is not closed on its line. If a cell goes on in the next line, write its text in one line.';
const HEAD = 'medicaid_id,date_of_birth,programme\n';
const patient = (medicaidId: string, dateOfBirth: string, programme: RewardProgramme = 'diaper') => ({
  programme,
  medicaidId,
  dateOfBirth,
});

describe('A file of members', () => {
  it('is read row by row, as spreadsheets write it', async () => {
    const text =
      '\uFEFFProgramme,MEDICAID_ID,plan,Date_Of_Birth\r\nDiaper," VA-1 ",x,1996-05-04\r\n\r\npregnancy,"A-2",",",5/4/1996\r\n';
    expect(await rows(text)).toEqual([
      { line: 2, patient: patient('VA-1', '1996-05-04') },
      { line: 4, patient: patient('A-2', '1996-05-04', 'pregnancy'), order: 'either' },
    ]);
  });

  it('may leave the programme to the import', async () => {
    expect(await rows('medicaid_id,date_of_birth\nVA1,1996-05-04\n', 'diaper')).toEqual([
      { line: 2, patient: patient('VA1', '1996-05-04') },
    ]);
  });

  it('has its faults reported by line, without quoting a row', async () => {
    const text = `${HEAD}VA1,1996-02-30,diaper\n,1996-05-04,diaper\nVA3,1996-05-04,gold\nVA4\n${'1'.repeat(51)},,diaper\nVA6,1996-05-04,diaper\n`;
    expect(await rows(text)).toEqual([
      { line: 2, fault: `DOB is invalid. ${READ_DATES}` },
      { line: 3, fault: 'Medicaid ID is required.' },
      { line: 4, fault: 'Programme must be diaper or pregnancy.' },
      { line: 5, fault: 'Programme must be diaper or pregnancy.' },
      { line: 6, fault: 'Medicaid ID is limited to 50 characters. DOB is required.' },
      { line: 7, patient: patient('VA6', '1996-05-04') },
    ]);
  });

  const MEMBER = `${HEAD}ZA10001,1994-03-12,diaper\n`;
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  it.each([
    ['in UTF-8 with a byte order mark', `\ufeff${MEMBER}`],
    ['in UTF-16', utf16(`\ufeff${MEMBER}`)],
    ['in UTF-16, big-endian', utf16(`\ufeff${MEMBER}`).swap16()],
    ['in UTF-16 without a byte order mark', utf16(MEMBER)],
    ['in Windows-1252', Buffer.from(MEMBER.replace('ZA', '\u00a0ZA'), 'latin1')],
    ['separated by semicolons', MEMBER.replaceAll(',', ';')],
    ['separated by tabs, in UTF-16', utf16(`\ufeff${MEMBER.replaceAll(',', '\t')}`)],
    ['separated by bars', MEMBER.replaceAll(',', '|')],
    ['separated by carets', MEMBER.replaceAll(',', '^')],
    ['separated by tildes', MEMBER.replaceAll(',', '~')],
    ['with each line in quotes as a whole', MEMBER.replaceAll(/.+/g, '"$&"')],
    [
      'with each line in quotes, and its cells as well',
      MEMBER.replaceAll(/[^,\n]+/g, '""$&""').replaceAll(/.+/g, '"$&"'),
    ],
    ['with a line that names the separator', `sep=,\r\n${MEMBER}`],
    ['with a line that names another separator', `"sep=;"\r\n${MEMBER.replaceAll(',', ';')}`],
    ['with headings as people write them', MEMBER.replace(/.*\n/, 'Medicaid ID , DOB,Program\n')],
    ['with headings that name the form of a date', MEMBER.replace(/.*\n/, 'Medicaid ID,DOB (MM/DD/YYYY),Program\n')],
    ['with all cells in quotes', MEMBER.replaceAll(/[^,\n]+/g, '"$&"')],
    ['with columns without a name and rows of commas', `${MEMBER.replaceAll('\n', ',,\n')},,,,\n ,\u00a0,,,\n`],
    ['with the programme in words', MEMBER.replace('diaper\n', 'Baby Diapers\n')],
  ])('is read as it is, %s', async (_, file) => {
    for (const chunk of [1, 7, 65_536]) {
      const found = await rows(file, null, chunk);
      expect(found.map((row) => ({ ...row, line: 0 }))).toEqual([
        { line: 0, patient: patient(expect.stringMatching(/^ZA10001$/) as never, '1994-03-12') },
      ]);
    }
  });

  it.each([
    ['PK\u0003\u0004\u0014\u0000[Content_Types].xml', 'This is an Excel workbook: save it as CSV.'],
    [
      'PK\u0003\u0004\u0014\u0000mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
      'This is an OpenDocument file',
    ],
    ['PK\u0003\u0004\u0014\u0000members.csv', 'This is a ZIP archive.'],
    [
      '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1',
      'This is an Excel workbook (an old one, or one with a password): save it as CSV.',
    ],
    ['%PDF-1.7\n', 'This is a PDF'],
    ['\r\n<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>', 'This is a web page'],
    ['<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>', 'This is an Excel workbook in XML'],
    ['{\\rtf1', 'This is a text document'],
    ['[{"medicaid_id":"1"}]', 'This is a JSON file'],
    ['\u001f\u008b\u0008', 'This is a compressed file.'],
    ['\u0089PNG\r\n\u001a\n\u0000\u0000\u0000', 'This is a picture, not CSV.'],
    ['\u00ff\u00d8\u00ff\u00e0\u0000\u0010JFIF', 'This is a picture, not CSV.'],
    ['\u007fELF\u0002\u0000', 'This is no text file'],
    [MEMBER.replaceAll(',', ' '), 'The columns are separated by blanks.'],
    [MEMBER.replaceAll(',', '    '), 'The columns are separated by blanks.'],
    [
      MEMBER.replace('medicaid_id', 'Member ID'),
      'medicaid_id not found. A column “Member ID” may have numbers of the plan’s own: name it medicaid_id if they are Medicaid IDs.',
    ],
    [`Eligible members November 2026,,\n\n${MEMBER}`, 'The headings are in line 3. Delete the lines above them.'],
    [`Eligible members\n${MEMBER.replaceAll(',', ';')}`, 'The headings are in line 2. Delete the lines above them.'],
    [MEMBER.replace('programme', 'dob'), 'programme not found. Or choose the programme of all rows.'],
    [MEMBER.replace('programme', 'programme,Birth date'), 'Several columns are named as date_of_birth.'],
    [MEMBER.replace('medicaid_id', '"medicaid_id'), 'A quote is not closed on its line'],
    [HEAD, 'There is no member below the headings.'],
    ['\u00ef\u00bb\u00bf\n \n', 'The file is empty.'],
    [
      'ZA10001,1994-03-12,diaper\n',
      'The first line must name the columns: medicaid_id, date_of_birth, programme not found.',
    ],
    ['a,b\n'.repeat(1_000), 'The first line must name the columns:'],
  ])('is refused with what was found: %j', async (text, reason) => {
    await expect(rows(Buffer.from(text, 'latin1'))).rejects.toThrow(reason);
  });

  it.each([
    [
      '1994-03-12',
      '1994-03-12T00:00:00',
      '1994-03-12 00:00:00.000',
      '1994-03-12T00:00:00Z',
      '1994/03/12',
      '1994/3/12',
      '19940312',
    ],
    [
      '3/12/1994',
      '03/12/1994',
      '3/12/1994 0:00',
      '3/12/1994 12:00:00 AM',
      '3/12/94',
      '\uff13/\uff11\uff12/\uff11\uff19\uff19\uff14',
      '3/12/1994\u00a0',
    ],
    [
      '12-Mar-94',
      '12-Mar-1994',
      '12 March 1994',
      'Mar 12, 1994',
      'March 12, 1994',
      'Saturday, March 12, 1994',
      '12-MAR-94',
      '12\u2013Mar\u201394',
      '12MAR1994',
      '12Mar94',
      '1994-Mar-12',
      '1994 March 12',
      '1994 03 12',
    ],
  ])('has dates of birth that can mean one day only: %s', async (...dates) => {
    const found = await rows(`${HEAD}${dates.map((date, n) => `ZA1${n},"${date}",diaper\n`).join('')}`);
    expect(found.map((row) => ('patient' in row ? row.patient.dateOfBirth : row))).toEqual(
      dates.map(() => '1994-03-12'),
    );
  });

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
    ...[
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
    ],
    ...[
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
    ],
    ...[
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
    ],
    ...['12:30:00', '12345678901234500000', '50%', '$1,234.00', '\uff1d0012345', '1.23457E\u221211', 'ZA\ufffd1'],
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
        ...[
          '12-Mar-1994 0:00',
          'March 1994',
          '1994-03',
          '1994/03',
          '3/1994',
          '12/3',
          '1-M\u00e4r',
          '12-ao\u00fbt',
          'Sat 12 Mar 1994',
        ],
        ...[
          '12. M\u00e4rz 1994',
          '12 de marzo de 1994',
          '5-ene',
          'D\u00e9c-94',
          'Saturday, March 12, 1994',
          'lundi 3 mai 1994',
        ],
        ...['12-03-1994', '1994.03.12', '1994\u5e743\u670812\u65e5', '1994-03-12T05:00:00Z', '3-Okt-94', 'Mar 12'],
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

  it('has a fault where a comma in a row moved its cells', async () => {
    expect(await rows(`${HEAD}VA1,234,1994-03-12,diaper\nVA2,1994-03-12,diaper,,\n`)).toEqual([
      { line: 2, fault: 'The line has 4 cells, but there are 3 columns.' },
      { line: 3, patient: patient('VA2', '1994-03-12') },
    ]);
  });

  it('is refused without its columns', async () => {
    await expect(rows('name,date_of_birth\nVA1,1996-05-04\n')).rejects.toThrow(
      'The first line must name the columns: medicaid_id, programme not found.',
    );
  });

  it('is refused when it is empty', async () => {
    await expect(rows('')).rejects.toThrow('The file is empty.');
  });

  it.each([
    ['a quote that is never closed', '"VA3,1996-05-04,diaper', NOT_CLOSED],
    ['a quote within a field', 'V"A3,1996-05-04,diaper', 'A quote is out of place.'],
    ['text behind a closed quote', '"VA3"x,1996-05-04,diaper', 'A quote is out of place.'],
  ])('is read on after %s, which counts as a bad row', async (_, bad, fault) => {
    const text = `${HEAD}VA2,1996-05-04,diaper\n${bad}\n"VA4",1996-05-04,diaper\nVA5,1996-05-04,diaper`;
    expect(await rows(text)).toEqual([
      { line: 2, patient: patient('VA2', '1996-05-04') },
      { line: 3, fault },
      { line: 4, patient: patient('VA4', '1996-05-04') },
      { line: 5, patient: patient('VA5', '1996-05-04') },
    ]);
  });

  it.each([
    ['="0012345",1994-03-12,diaper', 'Medicaid ID is a formula of a spreadsheet program'],
    ['="00"&"12345",1994-03-12,diaper', 'Medicaid ID is a formula of a spreadsheet program'],
    ['=""0012345"",1994-03-12,diaper', 'Medicaid ID is a formula of a spreadsheet program'],
    ['"=""0012345""",1994-03-12,diaper', 'Medicaid ID is a formula of a spreadsheet program'],
    ['+"0012345",1994-03-12,diaper', 'Medicaid ID is a formula of a spreadsheet program'],
    ['-"0012345",1994-03-12,diaper', 'Medicaid ID is a formula of a spreadsheet program'],
    ['=TEXT(12345,"0000000"),1994-03-12,diaper', 'Medicaid ID is a formula of a spreadsheet program'],
    ['0012345,="1994-03-12",diaper', 'DOB is a formula of a spreadsheet program'],
    ['0012345,=DATE(1994,3,12),diaper', 'DOB is a formula of a spreadsheet program'],
  ])('says of a formula what it is, and is read on: %s', async (row, fault) => {
    expect(await rows(`${HEAD}${row}\nVA4,1996-05-04,diaper\n`)).toEqual([
      { line: 2, fault: expect.stringContaining(`${fault}. Write`) as unknown },
      { line: 3, patient: patient('VA4', '1996-05-04') },
    ]);
  });

  it('is read where a formula shows one thing alone, as headings and programmes do', async () => {
    expect(await rows('="medicaid_id",="date_of_birth",="programme"\n0012345,1994-03-12,="diaper"\n')).toEqual([
      { line: 2, patient: patient('0012345', '1994-03-12') },
    ]);
  });

  it('is read on after a field that spans lines, which counts as two bad rows and no member', async () => {
    expect(await rows(`${HEAD}"VA\n2",1996-05-04,diaper\nVA4,1996-05-04,diaper\n`)).toEqual([
      { line: 2, fault: NOT_CLOSED },
      { line: 3, fault: 'A quote is out of place.' },
      { line: 4, patient: patient('VA4', '1996-05-04') },
    ]);
  });

  it('is read on after a row of very many cells, or with a date of any length', async () => {
    const text = `${HEAD}${',x'.repeat(1_500)}\nVA2,${'T '.repeat(1_900)},diaper\nVA4,1996-05-04,diaper\n`;
    expect(await rows(text)).toEqual([
      { line: 2, fault: 'The line has more than 1000 cells.' },
      { line: 3, fault: expect.stringMatching(/^DOB is invalid\./) as unknown },
      { line: 4, patient: patient('VA4', '1996-05-04') },
    ]);
  });

  it('is read on after a row without end, of which little is kept in memory', async () => {
    const text = `${HEAD}${'x'.repeat(1_000_000)}\n\uff36\uff211,1996-05-04,diaper\n${'y'.repeat(4_097)}\r`;
    const fault = 'The row has more than 4096 characters.';
    expect(await rows(text, null, 1_001)).toEqual([
      { line: 2, fault },
      { line: 3, patient: patient('\uff36\uff211', '1996-05-04') },
      { line: 4, fault },
    ]);
  });

  it.each(['\n', '\r\n', '\r'])(
    'has the same lines wherever it is split into chunks, with lines that end in %j',
    async (end) => {
      const text = ['medicaid_id,date_of_birth,name', 'VA2,1996-05-04', '', 'VA3,never,Éva', ''].join(end);
      for (let chunk = 1; chunk < 12; chunk++) {
        expect(await rows(text, 'diaper', chunk)).toEqual([
          { line: 2, patient: patient('VA2', '1996-05-04') },
          { line: 4, fault: `DOB is invalid. ${READ_DATES}` },
        ]);
      }
    },
  );
});
