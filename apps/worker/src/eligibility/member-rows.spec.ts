import { describe, expect, it } from '@jest/globals';
import type { RewardProgramme } from '@throughline/domain';
import { READ_DATES } from './member-cells.js';
import { HEAD, rows } from './member-rows.testing.js';

const NOT_CLOSED = 'A quote is not closed on its line. If a cell goes on in the next line, write its text in one line.';

const patient = (medicaidId: string, dateOfBirth: string, programme: RewardProgramme = 'diaper') => ({
  programme,
  medicaidId,
  dateOfBirth,
});

const MEMBER = `${HEAD}ZA10001,1994-03-12,diaper\n`;

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

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
