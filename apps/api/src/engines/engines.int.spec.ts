import { afterEach, it, jest } from '@jest/globals';
import { apiConfig, openDatabase } from '@throughline/platform';
import { testDatabase } from '@throughline/platform/testing';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { until } from '../testing/until.js';
import { openEngines } from './engines.module.js';

afterEach(() => void jest.useRealTimers());

it('A node that starts while a worker builds indexes waits for it, however long that takes', async () => {
  const databaseUrl = await testDatabase();
  const config = apiConfig({
    DATABASE_URL: databaseUrl,
    FILES_URL: pathToFileURL(tmpdir()).href,
    SECRET_KEY: 'a key of the specs, of forty characters!',
    OIDC_ISSUER: 'http://portal.test/oauth2/default',
    OPERATOR_COMPANY_ID: '1',
    LOG_LEVEL: 'silent',
  });
  const { pool, close } = openDatabase(databaseUrl);
  const worker = await pool.connect();
  await worker.query("select pg_advisory_lock(hashtext('throughline/read-models/prepare'))");
  jest.useFakeTimers({ advanceTimers: true });

  const starting = openEngines(config);
  starting.catch(() => undefined);
  await until(async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    );
    return rowCount === 1;
  });
  jest.advanceTimersByTime(60_000);
  worker.release(true);

  await (await starting)[Symbol.asyncDispose]();
  await close();
});
