import { describe, expect, it } from '@jest/globals';
import type { Recorded } from '@throughline/domain/kernel';
import { until } from '@throughline/platform/testing';
import { all, Follower } from './follower.js';
import type { Bench } from './engine.js';
import { newEvent, newEvents } from './new-event.js';
import { Wire } from './wire.js';

const positions = (events: readonly Recorded[]): number[] => events.map(({ position }) => position);

export function subscribeContract(bench: Bench): void {
  describe('a subscription', () => {
    it('sees each of thousands of concurrent appends once and in order, started before, during or after them', async () => {
      const { concurrentAppends } = bench.engine;
      const category = bench.category();
      const stores = [bench.store, await bench.open()];
      const after = await bench.store.head();
      const follow = (index: number, categories?: string[]) =>
        new Follower(stores[index]!, { after, ...(categories && { categories }) });
      const before = [follow(0), follow(1, [category])];

      let appended = 0;
      const append = async (id: number) => {
        await stores[id % 2]!.append(`${category}-${id}`, 'no-stream', newEvents(1));
        appended++;
      };
      const allAppends = Promise.all(Array.from({ length: concurrentAppends }, (_, id) => append(id)));
      await until('a third is written', () => appended > concurrentAppends / 3);
      const during = [follow(0, [category]), follow(1)];
      await allAppends;
      const followers = [...before, ...during, follow(0), follow(1, [category])];

      const log = positions(await all(bench.store.readAll({ after })));
      expect(log).toHaveLength(concurrentAppends);
      for (const follower of followers) {
        await until('all is seen', () => follower.position === log.at(-1));
        await follower.stop();
        expect(positions(follower.events)).toEqual(log);
      }
    });

    it('resumes after any position, also in the middle of an append', async () => {
      const stream = `${bench.category()}-1`;
      const after = await bench.store.head();
      await bench.store.append(stream, 'no-stream', newEvents(5));
      const written = positions(await all(bench.store.readStream(stream)));
      for (const [index, position] of [after, ...written].entries()) {
        const follower = new Follower(bench.store, { after: position });
        await until('it has caught up', () => follower.messages.at(-1)?.type === '$caughtUp');
        await follower.stop();
        expect(positions(follower.events)).toEqual(written.slice(index));
      }
    });

    it('reports each time that it has caught up', async () => {
      const stream = `${bench.category()}-1`;
      const follower = new Follower(bench.store, { after: await bench.store.head() });
      const positionsCaughtUpAt = () =>
        follower.messages.flatMap((message) => (message.type === '$caughtUp' ? [message.position] : []));
      const expected = [await bench.store.head()];
      for (const event of newEvents(3)) {
        await until('it has caught up', () => positionsCaughtUpAt().length === expected.length);
        expected.push((await bench.store.append(stream, 'any', [event])).position);
      }
      await until('it has caught up', () => positionsCaughtUpAt().length === expected.length);
      await follower.stop();
      expect(positionsCaughtUpAt()).toEqual(expected);
    });

    it('with a filter skips the rest, and reports positions to resume from', async () => {
      const [wanted, unwanted] = [bench.category(), bench.category()];
      const after = await bench.store.head();
      await bench.store.append(`${wanted}-1`, 'no-stream', newEvents(2));
      const { position } = await bench.store.append(`${unwanted}-1`, 'no-stream', newEvents(2));
      const follower = new Follower(bench.store, { after, categories: [wanted] });
      await until('it has passed over the rest', () => follower.position === position);
      expect(follower.messages.map(({ type }) => type)).toEqual(['$events', '$checkpoint', '$caughtUp']);

      const live = await bench.store.append(`${unwanted}-1`, 1, newEvents(1));
      await until('it has passed over that too', () => follower.position === live.position);
      await bench.store.append(`${wanted}-1`, 1, newEvents(1));
      await until('it saw the next', () => follower.events.length === 3);
      await follower.stop();
      expect(follower.events.map(({ stream, revision }) => [stream, revision])).toEqual(
        [0, 1, 2].map((r) => [`${wanted}-1`, r]),
      );
    });

    it('gives 500 events at most at a time, and reads no more than one batch ahead of a slow consumer', async () => {
      const category = bench.category();
      const after = await bench.store.head();
      const text = 'x'.repeat(1_000);
      for (let id = 0; id < 5; id++) {
        const batch = Array.from({ length: 700 }, () => newEvent({ text }));
        await bench.store.append(`${category}-${id}`, 'no-stream', batch);
      }
      await using wire = await Wire.to(bench.engine.port);
      const slow = await bench.open({ port: wire.port });
      const stop = new AbortController();
      const subscription = slow.subscribe({ after, signal: stop.signal })[Symbol.asyncIterator]();
      const first = (await subscription.next()).value;
      expect(first).toMatchObject({ type: '$events' });
      const bytesOfABatch = wire.bytesFromEngine;

      // Hundreds of answers arrive meanwhile: time enough for a subscription that reads ahead.
      for (let round = 0; round < 300; round++) await slow.head();
      expect(wire.bytesFromEngine).toBeLessThan(2.5 * bytesOfABatch);

      let seen = 0;
      for (let next = { value: first, done: false }; !next.done; next = (await subscription.next()) as typeof next) {
        if (next.value.type === '$caughtUp') stop.abort();
        if (next.value.type !== '$events') continue;
        expect(next.value.events.length).toBeLessThanOrEqual(500);
        seen += next.value.events.length;
      }
      expect(seen).toBe(3_500);
    });

    it('ends when it is aborted: before it begins, while it waits, and while its consumer works', async () => {
      const after = await bench.store.head();
      await all(bench.store.subscribe({ after: 0, signal: AbortSignal.abort() })).then((nothing) =>
        expect(nothing).toEqual([]),
      );

      const waiting = new Follower(bench.store, { after });
      await until('it waits', () => waiting.messages.at(-1)?.type === '$caughtUp');
      await waiting.stop();

      await bench.store.append(`${bench.category()}-1`, 'no-stream', newEvents(1));
      const stop = new AbortController();
      const seen: string[] = [];
      for await (const { type } of bench.store.subscribe({ after, signal: stop.signal })) {
        seen.push(type);
        stop.abort();
      }
      expect(seen).toEqual(['$events']);
    });

    it('ends when its store is closed, and leaves other stores alone', async () => {
      const [closing, staying] = [await bench.engine.open(), await bench.open()];
      const after = await bench.store.head();
      const [closed, open] = [new Follower(closing, { after }), new Follower(staying, { after })];
      await until('it waits', () => closed.messages.at(-1)?.type === '$caughtUp');
      await closing.close();
      await closed.ended;
      await expect(closing.append(`${bench.category()}-1`, 'any', newEvents(1))).rejects.toMatchObject({
        name: 'StoreUnavailable',
        outcome: 'not-written',
      });
      const { position } = await bench.store.append(`${bench.category()}-1`, 'any', newEvents(1));
      await until('the other sees it', () => open.position === position);
      await open.stop();
    });

    it('skips nothing when an append is slow to commit and others come after it', async () => {
      const held = await bench.engine.holdAppend?.(`${bench.category()}-held`);
      if (!held) return;
      const after = await bench.store.head();
      const [here, there] = [new Follower(bench.store, { after }), new Follower(await bench.open(), { after })];
      const later = Promise.all(
        newEvents(20).map((event) => bench.store.append(`${bench.category()}-1`, 'any', [event])),
      );
      let written = false;
      void later.then(() => (written = true));
      await until('the others are written or wait', async () => written || (await held.isWaitedFor()));
      // A subscription that reads now must not go past the position of the append that is held back.
      await all(bench.store.readAll({ after }));

      await held.commit();
      await later;
      const log = positions(await all(bench.store.readAll({ after })));
      expect(log).toHaveLength(21);
      for (const follower of [here, there]) {
        await until('all is seen', () => follower.events.length >= 21);
        await follower.stop();
        expect(positions(follower.events)).toEqual(log);
      }
    });
  });
}
