import { describe, expect, it } from '@jest/globals';
import type { Recorded } from '@throughline/domain/kernel';
import { all } from './follower.js';
import type { Bench } from './engine.js';
import { newEvent, newEvents } from './new-event.js';

const revisions = (events: readonly Recorded[]): number[] => events.map(({ revision }) => revision);
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

export function readContract(bench: Bench): void {
  describe('reading a stream', () => {
    it('is empty when there is none', async () => {
      expect(await all(bench.store.readStream(`${bench.category()}-1`))).toEqual([]);
    });

    it('reads in both directions, both ends inclusive, over any length', async () => {
      const stream = `${bench.category()}-1`;
      await bench.store.append(stream, 'no-stream', newEvents(600));
      await bench.store.append(stream, 599, newEvents(601));
      const read = async (options?: Parameters<typeof bench.store.readStream>[1]) =>
        revisions(await all(bench.store.readStream(stream, options)));

      expect(await read()).toEqual(range(0, 1200));
      expect(await read({ backwards: true })).toEqual(range(0, 1200).reverse());
      expect(await read({ from: 3, to: 5 })).toEqual([3, 4, 5]);
      expect(await read({ from: 3, to: 5, backwards: true })).toEqual([5, 4, 3]);
      expect(await read({ from: 100, to: 899 })).toEqual(range(100, 899));
      expect(await read({ from: 1200 })).toEqual([1200]);
      expect(await read({ from: 1201 })).toEqual([]);
      expect(await read({ to: 0 })).toEqual([0]);
    });

    it('can be ended at any time', async () => {
      const stream = `${bench.category()}-1`;
      await bench.store.append(stream, 'no-stream', newEvents(600));
      for (let round = 0; round < 30; round++) {
        for await (const event of bench.store.readStream(stream)) {
          expect(event.revision).toBe(0);
          break;
        }
      }
      expect(await bench.store.append(stream, 599, newEvents(1))).toMatchObject({ revision: 600 });
    });
  });

  describe('reading the log', () => {
    it('returns everything after a position, in order, with the positions that append returned', async () => {
      const category = bench.category();
      const start = await bench.store.head();
      const appended: number[] = [];
      for (let id = 0; id < 5; id++) {
        appended.push((await bench.store.append(`${category}-${id}`, 'no-stream', newEvents(2))).position);
      }
      const read = await all(bench.store.readAll({ after: start }));
      const positions = read.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      expect(positions.filter((_, index) => index % 2 === 1)).toEqual(appended);
      expect(await bench.store.head()).toBe(appended.at(-1));
      expect(await all(bench.store.readAll({ after: appended[3]! }))).toEqual(read.slice(8));
      expect(await all(bench.store.readAll({ after: appended[4]! }))).toEqual([]);
    });

    it('returns with each event what the engine holds of it, over any length', async () => {
      const start = await bench.store.head();
      const category = bench.category();
      // More than a page of either engine.
      for (let id = 0; id < 3; id++) await bench.store.append(`${category}-${id}`, 'no-stream', newEvents(900));
      const stored = await all(bench.store.readStored({ after: start }));
      const recorded = stored.map(({ storedId: _, recordedMicros: __, ...event }) => event);
      expect(recorded).toEqual(await all(bench.store.readAll({ after: start })));
      expect(stored.every(({ storedId, metadata }) => storedId === metadata.eventId)).toBe(true);
      // The clock of the engine may be another one, but not by a day.
      const aDay = 86_400_000_000;
      expect(stored.every((event) => Math.abs(event.recordedMicros - Date.now() * 1_000) < aDay)).toBe(true);
      expect(await all(bench.store.readStored({ after: start }))).toEqual(stored);
      expect(await all(bench.store.readStored({ after: stored.at(-2)!.position }))).toEqual(stored.slice(-1));
      expect(await all(bench.store.readStored({ after: stored.at(-1)!.position }))).toEqual([]);
      for (const atMost of [1, 2, stored.length, stored.length + 1])
        expect(await all(bench.store.readStored({ after: start, atMost }))).toEqual(stored.slice(0, atMost));
    });

    it('can start in the middle of an append', async () => {
      const stream = `${bench.category()}-1`;
      await bench.store.append(stream, 'no-stream', newEvents(3));
      const [first] = await all(bench.store.readStream(stream));
      expect(revisions(await all(bench.store.readAll({ after: first!.position })))).toEqual([1, 2]);
    });

    it('returns only the categories of the filter, over any length', async () => {
      const [wanted, unwanted, alsoWanted] = [bench.category(), bench.category(), bench.category()];
      await Promise.all(
        [wanted, unwanted, alsoWanted, `${wanted}er`].map((category) =>
          bench.store.append(`${category}-1-2`, 'no-stream', newEvents(700)),
        ),
      );
      const read = await all(bench.store.readAll({ after: 0, filter: { categories: [alsoWanted, wanted] } }));
      expect(read).toHaveLength(1400);
      expect(new Set(read.map(({ stream }) => stream))).toEqual(new Set([`${wanted}-1-2`, `${alsoWanted}-1-2`]));
      expect(read.map(({ position }) => position)).toEqual(read.map(({ position }) => position).sort((a, b) => a - b));
    });

    it('ends at the head as it was at the start, however fast the log grows', async () => {
      const category = bench.category();
      const filter = { categories: [category] };
      await bench.store.append(`${category}-0`, 'no-stream', newEvents(1001));
      let read = 0;
      for await (const _ of bench.store.readAll({ after: 0, filter })) {
        if (read++ % 100 === 0) await bench.store.append(`${category}-grown`, 'any', [newEvent()]);
      }
      expect(read).toBe(1001);
      expect(await all(bench.store.readAll({ after: 0, filter }))).toHaveLength(1001 + 11);
    });
  });
}
