import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { apiConfig, createLogger, ensureDatabase, openMailTransport, openSmsGateway } from '@throughline/platform';
import { startTemporaryPostgres, type TemporaryPostgres } from '@throughline/platform/testing';
import { openEngines } from '../../apps/api/src/engines/engines.module.js';
import { openIdentityProvider } from '../../apps/identity/src/open-identity-provider.js';
import { openQueue } from '../../apps/worker/src/queue/open-queue.js';

const log = createLogger('api', { logLevel: 'silent' });

/** Once a schema has the role's name, PostgreSQL searches tables in it first, and creates new ones there. */
describe('A second start whose role is named like', () => {
  let server: TemporaryPostgres;
  let folder: string;
  beforeAll(async () => {
    server = await startTemporaryPostgres();
    folder = await mkdtemp(join(tmpdir(), 'second-start-'));
  });
  afterAll(async () => {
    await server.remove();
    await rm(folder, { recursive: true });
  });

  async function databaseOf(role: string): Promise<string> {
    const database = `${role}_${Date.now()}`;
    const url = new URL(await ensureDatabase(server.url, database));
    await onServer(
      server.url,
      `do $$ begin create role ${role} login password 'secret'; exception when duplicate_object then null; end $$;
       alter database ${database} owner to ${role}`,
    );
    Object.assign(url, { username: role, password: 'secret' });
    return url.href;
  }

  /** Opens everything that creates tables: the API with the log and the read models, the jobs, the captured mail and the provider. */
  async function start(url: string): Promise<void> {
    const config = apiConfig({ DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY: 's'.repeat(32), LOG_LEVEL: 'silent' });
    await using engines = await openEngines(config, log);
    const { pool } = engines.database;
    const queue = await openQueue({ databaseUrl: url, redisPrefix: 'throughline', log });
    await queue.close();
    await using provider = await openIdentityProvider({
      databaseUrl: url,
      issuer: config.oidcIssuer,
      audience: config.oidcAudience,
      clientId: config.oidcClientId,
      apiToken: 'a-token-of-this-spec',
      mail: await openMailTransport(config, pool),
      sms: await openSmsGateway(config, pool),
      log,
    });
    await pool.query(
      `insert into access_log (role, referral_ids, screen, outcome, address_hash) values ('ops', '{}', 'audit', 'shown', '')`,
    );
    kids.push((await provider.db.selectFrom('signing_key').select('kid').execute()).map(({ kid }) => kid).sort());
    const { rows } = await pool.query<{ count: number }>('select count(*) from access_log');
    seen.push(Number(rows[0]?.count));
  }
  let kids: string[][] = [];
  let seen: number[] = [];

  it.each(['identity', 'event_store', 'bullmq', 'throughline'])('%s finds its tables again', async (role) => {
    const url = await databaseOf(role);
    [kids, seen] = [[], []];
    for (let starts = 0; starts < 2; starts++) {
      await start(url);
      // An administrator of databases may do this at any time.
      await onServer(url, 'create schema if not exists authorization current_user');
    }
    expect(seen).toEqual([1, 2]);
    expect(kids[1]).toEqual(kids[0]);
    const rows = await onServer(
      url,
      `select tablename from pg_tables where tablename in ('platform_migration', 'access_log', 'captured_mail', 'consumer_checkpoint')`,
    );
    expect(rows.map(({ tablename }) => tablename).sort()).toEqual([
      'access_log',
      'captured_mail',
      'consumer_checkpoint',
      'platform_migration',
    ]);
  });
});

async function onServer(url: string, statements: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statements)).rows ?? [];
  } finally {
    await client.end();
  }
}
