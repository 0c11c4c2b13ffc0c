import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { apiConfig, commandConfig, identityConfig, loadConfig, testEventStoreDbUrl, workerConfig } from './config.js';
import { PROJECT_FOLDER } from './release.js';
import { withSecretFiles } from './secret-files.js';
import { CONFIG_VARIABLES, SECRETS } from './variables.js';

const database = 'postgres://user:secret@localhost/app';

describe('Configuration', () => {
  it('needs nothing to be set', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      publicOrigin: 'http://localhost:3000',
      oidcIssuer: 'http://localhost:3000/oauth2/default',
      taskDayMs: undefined,
      databaseUrl: undefined,
    });
  });

  it('derives defaults from what is set', () => {
    const config = loadConfig({ PORT: '8080', DATA_DIR: '/srv/data', DATABASE_URL: database });
    expect(config).toMatchObject({
      publicOrigin: 'http://localhost:8080',
      filesUrl: 'file:///srv/data/files',
      tlogUrl: 'file:///srv/data/tlog',
      eventStoreUrl: database,
      identityDatabaseUrl: database,
    });
  });

  it('treats an empty variable as not set', () => {
    expect(loadConfig({ PORT: '', REDIS_URL: ' ' })).toMatchObject({ port: 3000, redisUrl: undefined });
  });

  it('finds the supplied catalogue wherever it is started, and another by its path', () => {
    expect(loadConfig({}).catalogueFile).toBe(join(PROJECT_FOLDER, 'catalogue/catalogue.json'));
    expect(loadConfig({ CATALOGUE_FILE: '/srv/items.json' }).catalogueFile).toBe('/srv/items.json');
  });

  it('reduces a URL to its origin', () => {
    expect(loadConfig({ PUBLIC_ORIGIN: 'https://portal.example/' }).oidcIssuer).toBe(
      'https://portal.example/oauth2/default',
    );
  });

  it.each([
    [{ PORT: 'http' }, 'PORT must be a port.'],
    [{ PORT: '70000' }, 'PORT must be a port.'],
    [{ TASK_DAY_MS: '-1' }, 'TASK_DAY_MS must be a positive whole number.'],
    [{ SWEEP_EVERY_MS: '600001' }, 'SWEEP_EVERY_MS must be 600000 or less.'],
    [{ DATABASE_URL: 'mysql://user:secret@host' }, 'DATABASE_URL must begin with postgres:// or postgresql://.'],
    [{ EVENT_STORE_URL: 'http://host' }, 'EVENT_STORE_URL must begin with'],
    [{ REDIS_URL: 'http://:secret@host' }, 'REDIS_URL must begin with redis:// or rediss://.'],
    [{ REDIS_PREFIX: 'a:b' }, 'REDIS_PREFIX must be letters, digits and _ . - { } alone.'],
    [{ TLOG_KEY: 'A'.repeat(64) }, 'TLOG_KEY must be 64 hexadecimal digits.'],
    [{ SMTP_URL: 'mail.example:25' }, 'SMTP_URL must begin with smtp:// or smtps://.'],
    [{ SMS_URL: 'sms.example' }, 'SMS_URL must begin with http:// or https://.'],
    [{ MAIL_FROM: 'the portal' }, 'MAIL_FROM must be an email address.'],
    [{ PUBLIC_ORIGIN: 'https://:bad' }, 'PUBLIC_ORIGIN must be a URL.'],
    [{ SEED: 'all' }, 'SEED must be one of demo, none.'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have 32 characters or more.'],
  ])('names the variable that is wrong, and not its value: %j', (env, message) => {
    expect(() => loadConfig(env)).toThrow(message);
    expect(() => loadConfig(env)).not.toThrow(Object.values(env)[0]);
  });

  it.each([
    'esdb://one:2113?tls=false',
    'esdb://user:secret@one:2113,two:2114,three:2115?tlsCaFile=/ca.crt',
    'esdb+discover://user:secret@cluster',
  ])('accepts the event store %s, and gives it to the specs as it is', (url) => {
    expect(loadConfig({ DATABASE_URL: database, EVENT_STORE_URL: url }).eventStoreUrl).toBe(url);
    expect(testEventStoreDbUrl({ EVENT_STORE_URL: url })).toBe(url);
  });

  it('gives the specs no event store of another kind', () => {
    expect(testEventStoreDbUrl({ EVENT_STORE_URL: database })).toBeUndefined();
    expect(testEventStoreDbUrl({})).toBeUndefined();
  });

  it('requires of each app only what it needs', () => {
    expect(() => apiConfig({ DATABASE_URL: database })).toThrow('SECRET_KEY is missing: Signs links');
    expect(() => workerConfig({ DATABASE_URL: database })).toThrow('SECRET_KEY is missing: Signs links');
    expect(() => workerConfig({})).toThrow('DATABASE_URL is missing');
    expect(commandConfig({ DATABASE_URL: database })).toMatchObject({ databaseUrl: database });
    expect(() => identityConfig({ DATABASE_URL: database, IDENTITY_PORT: '4000' })).toThrow(
      'IDENTITY_API_TOKEN is missing',
    );
  });

  it('documents every variable', () => {
    expect(CONFIG_VARIABLES.map(({ name }) => name)).toContain('OPERATOR_COMPANY_ID');
    expect(CONFIG_VARIABLES.filter(({ meaning }) => !meaning)).toEqual([]);
  });
});

describe('A secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (text: string): string => {
    const file = join(folder, `file ${Math.random()}`);
    writeFileSync(file, text);
    return file;
  };
  /** A valid value of the variable. */
  const valueOf = (name: string) => {
    if (name === 'TLOG_KEY' || name === 'WITNESS_KEY') return '5'.repeat(64);
    const scheme = { EVENT_STORE_URL: 'esdb', REDIS_URL: 'rediss', SMTP_URL: 'smtps', SMS_URL: 'https' }[name];
    return name.endsWith('_URL')
      ? `${scheme ?? 'postgres'}://user:a-password@host`
      : `a secret of ${name}`.padEnd(40, 'x');
  };

  it('can be each of the variables that may contain one', () => {
    expect(SECRETS).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'EVENT_STORE_URL', 'REDIS_URL', 'SMTP_URL', 'SMS_URL', 'SECRET_KEY']),
    );
    const unmarked = CONFIG_VARIABLES.map(({ name }) => name).filter((name) => !SECRETS.includes(name));
    expect(unmarked.filter((name) => /PASSWORD|KEY|TOKEN|SECRET/.test(name))).toEqual([]);
  });

  it.each(SECRETS)('is read as the variable itself is, without the line break at its end: %s', (name) => {
    const value = valueOf(name);
    for (const end of ['', '\n', '\r\n', '\n\n']) {
      expect(loadConfig({ [`${name}_FILE`]: fileOf(value + end) })).toEqual(loadConfig({ [name]: value }));
    }
  });

  it('is checked like the variable, and never shown', () => {
    const env = { DATABASE_URL_FILE: fileOf('mysql://user:a-password@host\n') };
    expect(() => loadConfig(env)).toThrow(/^DATABASE_URL must begin with postgres:\/\/ or postgresql:\/\/\.$/);
  });

  it.each([
    ['is not there', join(folder, 'none')],
    ['is not there', join(fileOf('a file'), 'below')],
    ['is a folder', folder],
    ['is empty', fileOf('')],
    ['is empty', fileOf(' \r\n\t\n')],
    ['has more than one line', fileOf(`${'s'.repeat(40)}\nanother\n`)],
  ])('is refused in one line that names variable and file where it %s', (reason, file) => {
    expect(() => loadConfig({ SECRET_KEY_FILE: file })).toThrow(
      expect.objectContaining({ message: `SECRET_KEY_FILE ${file}: ${reason}.` }),
    );
  });

  it('is refused beside the variable itself, which an empty one is not', () => {
    const file = fileOf('s'.repeat(40));
    expect(() => loadConfig({ SECRET_KEY: 't'.repeat(40), SECRET_KEY_FILE: file })).toThrow(
      new Error('SECRET_KEY and SECRET_KEY_FILE are both set: set one of them.'),
    );
    expect(loadConfig({ SECRET_KEY: ' ', SECRET_KEY_FILE: file }).secretKey).toBe('s'.repeat(40));
    expect(loadConfig({ SECRET_KEY: 't'.repeat(40), SECRET_KEY_FILE: '' }).secretKey).toBe('t'.repeat(40));
  });

  it('is given to the processes of a start as the variable alone', () => {
    const env = {
      PORT: '80',
      CATALOGUE_FILE: '/items.json',
      SECRET_KEY_FILE: fileOf(`${'s'.repeat(40)}\n`),
      SMS_URL_FILE: '',
    };
    expect(withSecretFiles(env)).toEqual({ PORT: '80', CATALOGUE_FILE: '/items.json', SECRET_KEY: 's'.repeat(40) });
    expect(loadConfig({ PORT_FILE: folder }).port).toBe(3000);
  });
});
