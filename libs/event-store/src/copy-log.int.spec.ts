import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_ACTOR } from '@throughline/domain/kernel';
import { testDatabase } from '@throughline/platform/testing';
import { copyLog } from './copy-log.js';
import type { EventStore } from './event-store.js';
import { handleCommand } from './handle-command.js';
import { openEventStore } from './open-event-store.js';
import { all } from './testing/follower.js';
import { cookieJar } from './testing/cookie-jar.js';
import { EventStoreDbDouble } from './testing/eventstoredb-double/eventstoredb-double.js';
import { newEvents } from './testing/index.js';

describe('Copying a log', () => {
  const double = new EventStoreDbDouble();
  const url = () => `esdb://127.0.0.1:${double.port}?tls=false`;
  let postgres: EventStore;
  let eventStoreDb: EventStore;

  beforeAll(async () => {
    postgres = await openEventStore(await testDatabase());
    await double.start();
    eventStoreDb = await openEventStore(url());
    const context = {
      actor: SYSTEM_ACTOR,
      at: '2026-01-31T12:00:00.000Z',
      correlationId: randomUUID(),
      causationId: null,
    };
    const baked = { type: 'CookiesBaked', data: { count: 2 } } as const;
    for (let command = 0; command < 60; command++) {
      await handleCommand(postgres, {
        decider: cookieJar,
        id: String(command % 7),
        decide: () => [baked, baked],
        context: { ...context, commandId: randomUUID() },
      });
    }
  });
  afterAll(async () => {
    await Promise.all([postgres.close(), eventStoreDb.close()]);
    double.kill();
  });

  const contents = async (store: EventStore) =>
    (await all(store.readAll({ after: 0 }))).map(({ position: _, ...event }) => event);

  it('continues after an interruption, and produces the same log with sound chains', async () => {
    const impatient = await openEventStore(url(), { timeoutMs: 200 });
    const stopHearing = double.log.onAppended(() => (double.faults.refusing = true));
    await expect(copyLog(postgres, impatient)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    stopHearing();
    double.faults.refusing = false;
    await impatient.close();
    expect(await contents(eventStoreDb)).toHaveLength(2);
    expect(await copyLog(postgres, eventStoreDb)).toEqual({ events: 120, streams: 7, broken: [] });
    expect(await contents(eventStoreDb)).toEqual(await contents(postgres));
  });

  it('repeated, or reversed, changes nothing', async () => {
    const before = await contents(postgres);
    await copyLog(postgres, eventStoreDb);
    await copyLog(eventStoreDb, postgres);
    expect(await contents(postgres)).toEqual(before);
  });

  it('refuses a target that holds another log, and leaves it unchanged', async () => {
    const other = await openEventStore(await testDatabase());
    await other.append('cookieJar-1', 'no-stream', newEvents(1));
    await expect(copyLog(postgres, other)).rejects.toThrow(
      'The target holds another log: cookieJar-1 differs at revision 0',
    );
    expect(await contents(other)).toHaveLength(1);
    await other.close();
  });

  it('refuses a target with other events of the same streams, before it writes any', async () => {
    const other = await openEventStore(await testDatabase());
    await other.append('cookieJar-0', 'no-stream', newEvents(1));
    await expect(copyLog(postgres, other)).rejects.toThrow(
      'The target holds another log: cookieJar-0 differs at revision 0',
    );
    expect(await contents(other)).toHaveLength(1);
    await other.close();
  });

  it('names the streams whose chain was broken before', async () => {
    const target = await openEventStore(await testDatabase());
    await postgres.append('unchained-1', 'any', newEvents(450));
    expect(await copyLog(postgres, target)).toMatchObject({ events: 570, broken: ['unchained-1'] });
    await target.close();
  });
});
