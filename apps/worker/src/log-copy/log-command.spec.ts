import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyBetweenEngines } from './log-command.js';

const folder = await mkdtemp(join(tmpdir(), 'log-command-'));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, 'address');
await writeFile(file, 'esdb://admin:a-password@127.0.0.1:1?tls=false\n');
const empty = join(folder, 'empty');
await writeFile(empty, '\n');

const refusalOf = (from: string, to: string): Promise<string> =>
  copyBetweenEngines({ from, to }, { patienceMs: 1 }).then(
    () => 'copied',
    (error: Error) => error.message,
  );

describe('log copy', () => {
  it.each([
    ['--from', 'esdb://admin:a-password@127.0.0.1:1', file],
    ['--to', file, 'postgres://admin:a-password@127.0.0.1:1/new'],
  ])('takes no address as the argument of %s, and does not repeat it', async (option, from, to) => {
    const message = await refusalOf(from, to);
    expect(message).toMatch(new RegExp(`^${option} takes a file, not an address`));
    expect(message).not.toContain('a-password');
  });

  it('says which file has no address', async () => {
    expect(await refusalOf(empty, file)).toBe(`--from ${empty}: is empty.`);
    expect(await refusalOf(file, join(folder, 'none'))).toBe(`--to ${join(folder, 'none')}: is not there.`);
  });
});
