import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { RewardProgramme } from '@throughline/domain';
import { type MemberRow, memberRows } from './member-rows.js';

async function rows(text: string, programme: RewardProgramme | null = null): Promise<MemberRow[]> {
  const found: MemberRow[] = [];
  for await (const row of memberRows(Readable.from([text]), programme)) found.push(row);
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

  it('may leave the programme to whoever takes it in', async () => {
    expect(await rows('medicaid_id,date_of_birth\nVA1,1996-05-04\n', 'diaper')).toEqual([
      { line: 2, patient: patient('VA1', '1996-05-04') },
    ]);
  });

  it('is told by the line what is wrong with a row, and nothing of what it says', async () => {
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

  it('is refused without its columns', async () => {
    await expect(rows('id,date_of_birth\nVA1,1996-05-04\n')).rejects.toThrow(
      'The first line must name the columns: medicaid_id, programme not found.',
    );
  });

  it('is refused when it is empty', async () => {
    await expect(rows('')).rejects.toThrow('The file is empty.');
  });

  it.each([
    `${HEAD}"VA1,1996-05-04,diaper\nVA2,1996-05-04,diaper\n`,
    `${HEAD}"VA1,1996-05-04,diaper\n${'VA2,1996-05-04,diaper\n'.repeat(1_000)}`,
  ])('is refused where it cannot be told where a row ends, without a word of it', async (text) => {
    const refused = rows(text);
    await expect(refused).rejects.toThrow(/^Line \d+: a quote is opened and never closed\.$/);
    await expect(refused).rejects.not.toThrow(/VA1/);
  });
});
