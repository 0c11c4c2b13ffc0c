import { describe, expect, it } from '@jest/globals';
import { startTemporaryPostgres, testDatabase } from '@throughline/platform/testing';
import pg from 'pg';
import { openEventStore } from '../open-event-store.js';
import { Follower } from '../testing/follower.js';
import { type Engine, eventStoreContract, newEvent, newEvents, until } from '../testing/index.js';

async function startPostgres(): Promise<Engine> {
  const server = await startTemporaryPostgres();
  return {
    port: server.port,
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
      await client.query('select event_store.append($1)', [JSON.stringify([append])]);
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
  it('can be opened by many processes at once, on a database that has nothing yet', async () => {
    const url = await testDatabase();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openEventStore(url, { schema: 'other_name' })));
    await Promise.all(stores.map((store) => store.append('cookieJar-1', 'any', newEvents(1))));
    expect(await stores[0]!.append('cookieJar-1', 7, newEvents(1))).toMatchObject({ revision: 8 });
    await Promise.all(stores.map((store) => store.close()));
  });

  it('shows an append that nobody rang for', async () => {
    const url = await testDatabase();
    const store = await openEventStore(url);
    const follower = new Follower(store, { after: 0 });
    await until('it waits', () => follower.messages.length === 1);
    const silent = new pg.Client(url);
    await silent.connect();
    await silent.query('select event_store.append($1)', [
      JSON.stringify([{ stream: 'cookieJar-1', expected: -1, events: newEvents(1) }]),
    ]);
    await until('it is seen', () => follower.events.length === 1);
    await Promise.all([follower.stop(), store.close(), silent.end()]);
  });
});
