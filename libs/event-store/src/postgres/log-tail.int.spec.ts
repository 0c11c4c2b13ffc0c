import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { testDatabase, until } from '@throughline/platform/testing';
import pg from 'pg';
import type { EventStore, SubscriptionMessage } from '../event-store.js';
import { openEventStore } from '../open-event-store.js';
import { all, Follower } from '../testing/follower.js';
import { newEvents } from '../testing/index.js';

describe('The subscribers of one store', () => {
  let store: EventStore;
  let elsewhere: EventStore;

  beforeEach(async () => {
    const url = await testDatabase();
    [store, elsewhere] = [await openEventStore(url), await openEventStore(url)];
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all([store.close(), elsewhere.close()]);
  });

  it('see all appends of others in order, by one query at a time with a pause between two, however many subscribers there are', async () => {
    const filters = [undefined, undefined, ['jar'], ['pot'], ['jar', 'pot']];
    const followers = filters.map((categories) => new Follower(store, { after: 0, ...(categories && { categories }) }));
    await until('all wait', () => followers.every(({ messages }) => messages.at(-1)?.type === '$caughtUp'));

    const queryTimes: number[] = [];
    const { query } = pg.Pool.prototype;
    jest.spyOn(pg.Pool.prototype, 'query').mockImplementation(function (this: pg.Pool, ...args: unknown[]) {
      const { name } = args[0] as { readonly name?: string };
      if (name?.startsWith('log')) queryTimes.push(performance.now());
      return Reflect.apply(query, this, args) as never;
    });
    for (let round = 0; round < 40; round++) {
      await elsewhere.append(`${round % 2 ? 'jar' : 'pot'}-1`, 'any', newEvents(2));
    }
    await until('all is seen', () => followers.every(({ position }) => position === 80));
    await Promise.all(followers.map((follower) => follower.stop()));

    const pauses = queryTimes.slice(1).map((at, index) => at - queryTimes[index]!);
    expect(pauses.length).toBeGreaterThan(0);
    // A timer may fire this much too early.
    expect(Math.min(...pauses)).toBeGreaterThan(15 - 2);
    jest.restoreAllMocks();
    for (const [index, categories] of filters.entries()) {
      const log = await all(elsewhere.readAll({ after: 0, ...(categories && { filter: { categories } }) }));
      expect(followers[index]!.events).toEqual(log);
    }
  });

  it('see an append whose notification was lost', async () => {
    const follower = new Follower(store, { after: 0 });
    await until('it waits', () => follower.messages.at(-1)?.type === '$caughtUp');
    const { query } = pg.Pool.prototype;
    const lost = jest.spyOn(pg.Pool.prototype, 'query').mockImplementation(function (
      this: pg.Pool,
      ...args: unknown[]
    ) {
      if (String(args[0]).includes('pg_notify')) return Promise.reject(new Error('lost')) as never;
      return Reflect.apply(query, this, args) as never;
    });
    await elsewhere.append('jar-1', 'any', newEvents(1));
    await until('it is seen', () => follower.events.length === 1);
    expect(lost.mock.calls.some(([statement]) => String(statement).includes('pg_notify'))).toBe(true);
    await follower.stop();
  });

  it('miss nothing when they are slow, however far the others are', async () => {
    const stop = new AbortController();
    const slow = [undefined, { categories: ['jar'] }].map((filter) => ({
      filter,
      messages: store.subscribe({ after: 0, ...(filter && { filter }), signal: stop.signal })[Symbol.asyncIterator](),
      seen: [] as SubscriptionMessage[],
    }));
    const takeUntil = async (type: SubscriptionMessage['type']) => {
      for (const { messages, seen } of slow) {
        do seen.push((await messages.next()).value as SubscriptionMessage);
        while (seen.at(-1)!.type !== type);
      }
    };
    await takeUntil('$caughtUp');
    await elsewhere.append('jar-1', 'any', newEvents(3));
    await takeUntil('$events');

    const fast = new Follower(store, { after: 0 });
    for (let round = 1; round <= 6; round++) {
      await elsewhere.append(`${round % 2 ? 'jar' : 'pot'}-1`, 'any', newEvents(400));
      await until('the others have it', () => fast.events.length === 3 + round * 400);
    }
    await fast.stop();

    const { position } = await elsewhere.append('jar-1', 'any', newEvents(1));
    for (const one of slow) {
      const events = () => one.seen.flatMap((message) => (message.type === '$events' ? message.events : []));
      while (events().at(-1)?.position !== position) {
        one.seen.push((await one.messages.next()).value as SubscriptionMessage);
      }
      const { filter } = one;
      expect(events()).toEqual(await all(elsewhere.readAll({ after: 0, ...(filter && { filter }) })));
    }
    stop.abort();
  });
});
