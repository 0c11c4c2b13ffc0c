import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import { faultOf, openMembersFile } from './members-file.js';

const folder = await mkdtemp(join(tmpdir(), 'members-file-'));
afterAll(() => rm(folder, { recursive: true }));

const textOf = async (stream: Readable) => Buffer.concat(await stream.toArray()).toString();

describe('The file of an import', () => {
  it.each(['named', 'by standard input'])('can be read as often as it has to be, %s', async (how) => {
    const path = join(folder, 'members.csv');
    await writeFile(path, 'medicaid_id\nVA1\n');
    const before = await readdir(tmpdir());
    const input = Readable.from([Buffer.from('medicaid_id\n'), Buffer.from('VA1\n')]);
    const file = await openMembersFile(how === 'named' ? path : '-', input);
    // No file is left behind, however the process ends.
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('members-') && !before.includes(name))).toEqual(
      [],
    );
    for (const _ of [1, 2]) {
      const stream = await file.read();
      expect(await textOf(stream)).toBe('medicaid_id\nVA1\n');
      stream.destroy();
    }
    await file.close();
  });

  it('says in words why it cannot be read', async () => {
    await expect(openMembersFile(folder)).rejects.toThrow(
      `${folder} is a folder. Is the name right? Docker makes a folder where a file to be mounted is missing.`,
    );
    const missing = join(folder, 'membres.csv');
    await expect(openMembersFile(missing)).rejects.toThrow(`There is no file ${missing}.`);
    expect(faultOf('members.csv', Object.assign(new Error('denied'), { code: 'EACCES' }))).toBe(
      'This user may not read members.csv. Give it by standard input: import-eligible - < members.csv',
    );
  });

  it('says that standard input broke', async () => {
    const broken = new Readable({ read: () => broken.destroy(new Error('ENOSPC')) });
    await expect(openMembersFile('-', broken)).rejects.toThrow(/^Standard input cannot be kept in .*: ENOSPC$/);
  });
});
