import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';

const SECRET = 's'.repeat(40);
const DATABASE_URL = 'postgres://user:a-password@127.0.0.1:1/none';

describe('An app whose secret cannot be read', () => {
  it.each([
    ['api', 'SECRET_KEY', { DATABASE_URL }],
    ['worker', 'SECRET_KEY', { DATABASE_URL }],
    ['worker', 'DATABASE_URL', { SECRET_KEY: SECRET }],
    ['identity', 'IDENTITY_API_TOKEN', { DATABASE_URL, IDENTITY_PORT: '4000' }],
  ])('says so in one line and ends: the %s, %s', (app, name, others) => {
    const start = (given: Record<string, string>) => {
      const env = { ...others, ...given };
      const main = `dist/apps/${app}/src/main.js`;
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--enable-source-maps', main], {
        env,
        encoding: 'utf8',
      });
      return [status, stdout + stderr];
    };
    const file = `${name}_FILE`;
    expect(start({ [file]: '/nowhere/secret' })).toEqual([1, `${file} /nowhere/secret: is not there.\n`]);
    expect(start({ [file]: tmpdir() })).toEqual([1, `${file} ${tmpdir()}: is a folder.\n`]);
    const both = { [name]: SECRET, [file]: '/nowhere/secret' };
    expect(start(both)).toEqual([1, `${name} and ${file} are both set: set one of them.\n`]);
  });
});

describe('An app that would publish mail, or scan nothing, by oversight', () => {
  const all = { DATABASE_URL, SECRET_KEY: SECRET, IDENTITY_PORT: '4000', IDENTITY_API_TOKEN: SECRET };
  it.each([
    ['api', 'SMTP_URL', {}],
    ['identity', 'SMTP_URL', {}],
    ['worker', 'SMTP_URL', {}],
    ['worker', 'CLAMAV_URL', { ALLOW_CAPTURED_MAIL: 'yes' }],
  ])('says so in one line and ends: the %s, %s', (app, name, given) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`dist/apps/${app}/src/main.js`], {
      env: { ...all, ...given },
      encoding: 'utf8',
    });
    expect([status, stdout + stderr]).toEqual([1, expect.stringMatching(new RegExp(`^${name} is missing: .*\n$`))]);
  });
});
