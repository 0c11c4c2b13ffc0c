import { describe, expect, it } from '@jest/globals';
import type { Recorded } from '@throughline/domain/kernel';
import { until } from '@throughline/platform/testing';
import { StoreUnavailable } from '../errors.js';
import type { EventStore, NewEvent } from '../event-store.js';
import { all, Follower } from './follower.js';
import type { Bench } from './engine.js';
import { newEvents } from './new-event.js';
import { Wire } from './wire.js';

export function outageContract(bench: Bench): void {
  describe('when the engine cannot be reached', () => {
    it('finds out what became of an append whose answer was lost, and writes it once', async () => {
      const category = bench.category();
      await using wire = await Wire.to(bench.engine.port);
      const store = await bench.open({ port: wire.port });
      await store.append(`${category}-1`, 'no-stream', newEvents(1));

      wire.loseAnswers();
      const unanswered = [
        store.append(`${category}-1`, 0, newEvents(2)),
        store.append(`${category}-2`, 'any', newEvents(2)),
        store.append(`${category}-1`, 'no-stream', newEvents(1)),
      ];
      const outcomes = Promise.allSettled(unanswered);
      const filter = { categories: [category] };
      await until('it is written', async () => (await all(bench.store.readAll({ after: 0, filter }))).length === 5);
      wire.cut();

      expect(await outcomes).toMatchObject([
        { status: 'fulfilled', value: { revision: 2 } },
        { status: 'fulfilled', value: { revision: 1 } },
        { status: 'rejected', reason: { name: 'WrongExpectedRevision', actual: 2 } },
      ]);
      expect(await all(bench.store.readAll({ after: 0, filter }))).toHaveLength(5);
    });

    it('gives up in time and says whether it may have been written', async () => {
      const stream = `${bench.category()}-1`;
      await using wire = await Wire.to(bench.engine.port);
      const store = await bench.open({ port: wire.port, timeoutMs: 400 });
      await store.append(stream, 'no-stream', newEvents(1));

      wire.loseAnswers();
      const began = Date.now();
      const events = newEvents(1);
      await expect(store.append(stream, 0, events)).rejects.toMatchObject({
        name: 'StoreUnavailable',
        outcome: 'unknown',
      });
      expect(Date.now() - began).toBeLessThan(5_000);
      // `StoreUnavailable` documents this way to find out.
      expect(await bench.store.append(stream, 0, events)).toMatchObject({ revision: 1 });

      await wire[Symbol.asyncDispose]();
      const lost = expect.objectContaining({ name: 'StoreUnavailable', outcome: 'not-written' });
      await expect(store.append(stream, 1, newEvents(1))).rejects.toEqual(lost);
      await expect(all(store.readStream(stream))).rejects.toEqual(lost);
      await expect(store.head()).rejects.toEqual(lost);
    });

    it('keeps every acknowledged append, and others whole or not at all, through SIGKILL under load', async () => {
      const category = bench.category();
      const { port } = bench.engine;
      const impatient = await bench.open({ port, timeoutMs: 250 });
      const patient = await bench.open({ port });
      const after = await bench.store.head();
      const followers = [new Follower(patient, { after, categories: [category] }), new Follower(patient, { after })];

      const acknowledged: string[] = [];
      const inDoubt: { readonly stream: string; readonly events: readonly NewEvent[] }[] = [];
      let stop = false;
      let streams = 0;
      const write = async (store: EventStore): Promise<void> => {
        while (!stop) {
          const [stream, events] = [`${category}-${streams++}`, newEvents(3)];
          try {
            await store.append(stream, 'no-stream', events);
            acknowledged.push(...idsOf(events));
          } catch (error) {
            if (!(error instanceof StoreUnavailable)) throw error;
            inDoubt.push({ stream, events });
          }
        }
      };
      const writers = Promise.all(Array.from({ length: 8 }, () => [write(impatient), write(patient)]).flat());
      const more = async (count: number) => {
        const enough = acknowledged.length + count;
        await until(`${count} more are acknowledged`, () => acknowledged.length >= enough);
      };
      await more(600);
      await bench.engine.crash();
      await until('somebody gave up', () => inDoubt.length > 0);
      await bench.engine.start();
      await more(600);
      stop = true;
      await writers;

      const readLog = () => all(bench.store.readAll({ after, filter: { categories: [category] } }));
      expect(eventsPerStream(await readLog())).toEqual(new Set([3]));
      // The call was given up, but may still be executed: appending again settles it.
      for (const { stream, events } of inDoubt) await bench.store.append(stream, 'no-stream', events);

      const log = await readLog();
      const expected = [...acknowledged, ...inDoubt.flatMap(({ events }) => idsOf(events))];
      expect(log.map(({ metadata }) => metadata.eventId).sort()).toEqual(expected.sort());
      expect(eventsPerStream(log)).toEqual(new Set([3]));
      for (const follower of followers) {
        await until('all is seen', () => follower.position === log.at(-1)!.position);
        await follower.stop();
        expect(follower.events).toEqual(log);
      }
    });
  });
}

const idsOf = (events: readonly NewEvent[]): string[] => events.map(({ metadata }) => metadata.eventId);

/** The distinct lengths of the streams in a log. */
function eventsPerStream(log: readonly Recorded[]): Set<number> {
  const perStream = new Map<string, number>();
  for (const { stream } of log) perStream.set(stream, (perStream.get(stream) ?? 0) + 1);
  return new Set(perStream.values());
}
