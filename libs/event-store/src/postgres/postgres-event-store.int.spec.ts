import { describe, expect, it } from '@jest/globals';
import { startTemporaryPostgres, testDatabase, until } from '@throughline/platform/testing';
import pg from 'pg';
import { openEventStore } from '../open-event-store.js';
import { eventStoreContract } from '../testing/event-store.contract-suite.js';
import { Follower } from '../testing/follower.js';
import { type Engine, newEvent, newEvents } from '../testing/index.js';

async function startPostgres(): Promise<Engine> {
  const server = await startTemporaryPostgres();
  return {
    port: server.port,
    concurrentAppends: 10_000,
    open({ port = server.port, ...options } = {}) {
      const url = new URL(server.url);
      url.port = String(port);
      return openEventStore(url.href, options);
    },
    crash: () => server.kill('SIGKILL'),
    start: () => server.start(),
    async holdAppend(stream) {
      const client = new pg.Client(server.url);
      await client.connect();
      await client.query('begin');
      const append = { stream, expected: -1, events: [newEvent()] };
      await client.query('select event_store.append_group($1)', [JSON.stringify([append])]);
      return {
        async isWaitedFor() {
          const { rowCount } = await client.query(`select from pg_locks where locktype = 'advisory' and not granted`);
          return rowCount !== 0;
        },
        async commit() {
          await client.query('commit');
          await client.end();
        },
      };
    },
    remove: () => server.remove(),
  };
}

eventStoreContract('PostgreSQL', startPostgres);

describe('PostgreSQL engine', () => {
  it('distinguishes what it has just written from what was there', async () => {
    const store = await openEventStore(await testDatabase());
    const events = newEvents(2);
    expect(await store.append('cookieJar-1', 'no-stream', events)).toMatchObject({ isFresh: true });
    expect(await store.append('cookieJar-1', 'no-stream', events)).not.toHaveProperty('isFresh');
    await store.close();
  });

  it('can be opened by many processes at once on an empty database', async () => {
    const url = await testDatabase();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openEventStore(url, { schema: 'other_name' })));
    await Promise.all(stores.map((store) => store.append('cookieJar-1', 'any', newEvents(1))));
    expect(await stores[0]!.append('cookieJar-1', 7, newEvents(1))).toMatchObject({ revision: 8 });
    await Promise.all(stores.map((store) => store.close()));
  });

  it('looks streams up by their keys: an append reads few events of a log that has grown', async () => {
    const url = await testDatabase();
    await (await openEventStore(url)).close();
    const client = new pg.Client(url);
    await client.connect();
    const append = async (streams: string, count: number, size: number) => {
      const appends = Array.from({ length: count }, (_, id) => ({
        stream: `cookieJar-${streams}-${id}`,
        expected: -1,
        events: newEvents(size),
      }));
      await client.query('select event_store.append_group($1)', [JSON.stringify(appends)]);
    };
    // The plan is made while there are few events, and is reused.
    for (let time = 0; time < 7; time++) await append(`few-${time}`, 2, 1);
    for (let time = 0; time < 10; time++) await append(`many-${time}`, 500, 4);
    await client.query('analyze event_store.event');

    await client.query('begin');
    await append('new', 256, 1);
    await append('new', 256, 1);
    const { rows } = await client.query<{ read: string }>(
      `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'event'`,
    );
    await client.query('rollback');
    await client.end();
    expect(Number(rows[0]!.read)).toBeGreaterThan(0);
    expect(Number(rows[0]!.read)).toBeLessThan(256 * 8);
  });

  it('shows an append that was not notified', async () => {
    const url = await testDatabase();
    const store = await openEventStore(url);
    const follower = new Follower(store, { after: 0 });
    await until('it waits', () => follower.messages.length === 1);
    const silent = new pg.Client(url);
    await silent.connect();
    await silent.query('select event_store.append_group($1)', [
      JSON.stringify([{ stream: 'cookieJar-1', expected: -1, events: newEvents(1) }]),
    ]);
    await until('it is seen', () => follower.events.length === 1);
    await Promise.all([follower.stop(), store.close(), silent.end()]);
  });

  it('appends and reads while the notification of another session holds up all others', async () => {
    const server = await startTemporaryPostgres();
    const operator = new pg.Client(server.url);
    await operator.connect();
    // A commit with a notification holds its lock until it ends, and a commit that waits for a missing standby never ends.
    await operator.query(`alter system set synchronous_standby_names = 'nobody'`);
    await operator.query(
      `do 'begin execute format(''alter database %I set synchronous_commit = local'', current_database()); end'`,
    );
    await operator.query('select pg_reload_conf()');
    const other = new pg.Client(server.url);
    other.on('error', () => undefined);
    await other.connect();
    await other.query('set synchronous_commit = on');
    const notifying = (async () => {
      for (;;) await other.query('notify somebody');
    })().catch(() => undefined);
    await until('one of them waits, and holds the lock', async () => {
      const { rowCount } = await operator.query(
        `select from pg_locks join pg_stat_activity using (pid) where wait_event = 'SyncRep'
         and locktype = 'object' and classid = 'pg_database'::regclass and objid = 0 and granted`,
      );
      return rowCount === 1;
    });

    const store = await openEventStore(server.url, { timeoutMs: 5_000 });
    const follower = new Follower(store, { after: 0 });
    await until('it waits', () => follower.messages.length === 1);
    await store.append('cookieJar-1', 'no-stream', newEvents(1));
    await store.append('cookieJar-1', 0, newEvents(1));
    await until('both are seen', () => follower.events.length === 2);
    await follower.stop();
    await operator.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
    await notifying;
    await Promise.all([store.close(), operator.end()]);
    await server.remove();
  });
});
