import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { RewardProgramme } from '@throughline/domain';
import { type MemberRow, memberRows } from './member-rows.js';

async function rows(text: string, programme: RewardProgramme | null = null, chunk = 65_536): Promise<MemberRow[]> {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, n) =>
    bytes.subarray(n * chunk, (n + 1) * chunk),
  );
  const found: MemberRow[] = [];
  for await (const row of memberRows(Readable.from(chunks), programme)) found.push(row);
  return found;
}
const HEAD = 'medicaid_id,date_of_birth,programme\n';
const patient = (medicaidId: string, dateOfBirth: string, programme: RewardProgramme = 'diaper') => ({
  programme,
  medicaidId,
  dateOfBirth,
});

describe('A file of members', () => {
  it('is read row by row, as spreadsheets write it', async () => {
    const text =
      '\uFEFFProgramme,MEDICAID_ID,plan,Date_Of_Birth\r\nDiaper," VA-1 ",x,1996-05-04\r\n\r\npregnancy,"A,2",,5/4/1996\r\n';
    expect(await rows(text)).toEqual([
      { line: 2, patient: patient('VA-1', '1996-05-04') },
      { line: 4, patient: patient('A,2', '1996-05-04', 'pregnancy') },
    ]);
  });

  it('may leave the programme to the import', async () => {
    expect(await rows('medicaid_id,date_of_birth\nVA1,1996-05-04\n', 'diaper')).toEqual([
      { line: 2, patient: patient('VA1', '1996-05-04') },
    ]);
  });

  it('has its faults reported by line, without quoting a row', async () => {
    const text = `${HEAD}VA1,1996-02-30,diaper\n,1996-05-04,diaper\nVA3,1996-05-04,gold\nVA4\n${'x'.repeat(51)},,diaper\nVA6,1996-05-04,diaper\n`;
    expect(await rows(text)).toEqual([
      { line: 2, fault: 'DOB is invalid.' },
      { line: 3, fault: 'Medicaid ID is required.' },
      { line: 4, fault: 'Programme must be diaper or pregnancy.' },
      { line: 5, fault: 'Programme must be diaper or pregnancy.' },
      { line: 6, fault: 'Medicaid ID is limited to 50 characters. DOB is required.' },
      { line: 7, patient: patient('VA6', '1996-05-04') },
    ]);
  });

  it.each([
    ['little', (text: Buffer) => text],
    ['big', (text: Buffer) => text.swap16()],
  ])('is refused in UTF-16, with its reason: %s-endian', async (_, bytesOf) => {
    const file = Readable.from([bytesOf(Buffer.from(`\uFEFF${HEAD}VA1,1996-05-04,diaper\n`, 'utf16le'))]);
    await expect(memberRows(file, null).next()).rejects.toThrow('The file is UTF-16. Save it as CSV UTF-8.');
  });

  it('is refused without its columns', async () => {
    await expect(rows('id,date_of_birth\nVA1,1996-05-04\n')).rejects.toThrow(
      'The first line must name the columns: medicaid_id, programme not found.',
    );
  });

  it('is refused when it is empty', async () => {
    await expect(rows('')).rejects.toThrow('The file is empty.');
  });

  it.each([
    ['a quote that is never closed', '"VA3,1996-05-04,diaper'],
    ['a quote within a field', 'V"A3,1996-05-04,diaper'],
    ['text behind a closed quote', '"VA3"x,1996-05-04,diaper'],
  ])('is read on after %s, which counts as a bad row', async (_, bad) => {
    const text = `${HEAD}VA2,1996-05-04,diaper\n${bad}\n"VA4",1996-05-04,diaper\nVA5,1996-05-04,diaper`;
    expect(await rows(text)).toEqual([
      { line: 2, patient: patient('VA2', '1996-05-04') },
      { line: 3, fault: 'A quote is out of place, or not closed on its line.' },
      { line: 4, patient: patient('VA4', '1996-05-04') },
      { line: 5, patient: patient('VA5', '1996-05-04') },
    ]);
  });

  it('is read on after a field that spans lines, which counts as two bad rows and no member', async () => {
    const fault = 'A quote is out of place, or not closed on its line.';
    expect(await rows(`${HEAD}"VA\n2",1996-05-04,diaper\nVA4,1996-05-04,diaper\n`)).toEqual([
      { line: 2, fault },
      { line: 3, fault },
      { line: 4, patient: patient('VA4', '1996-05-04') },
    ]);
  });

  it('is read on after a row without end, of which little is kept in memory', async () => {
    const text = `${HEAD}${'x'.repeat(1_000_000)}\n\u00c9va,1996-05-04,diaper\n${'y'.repeat(4_097)}\r`;
    const fault = 'The row has more than 4096 characters.';
    expect(await rows(text, null, 1_001)).toEqual([
      { line: 2, fault },
      { line: 3, patient: patient('\u00c9va', '1996-05-04') },
      { line: 4, fault },
    ]);
  });

  it.each(['\n', '\r\n', '\r'])(
    'has the same lines wherever it is split into chunks, with lines that end in %j',
    async (end) => {
      const text = ['medicaid_id,date_of_birth', 'VA2,1996-05-04', '', 'Éva,never', ''].join(end);
      for (let chunk = 1; chunk < 12; chunk++) {
        expect(await rows(text, 'diaper', chunk)).toEqual([
          { line: 2, patient: patient('VA2', '1996-05-04') },
          { line: 4, fault: 'DOB is invalid.' },
        ]);
      }
    },
  );
});
