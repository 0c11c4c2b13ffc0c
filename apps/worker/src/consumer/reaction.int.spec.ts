import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { UnknownEvent } from '@throughline/domain';
import { until } from '@throughline/platform/testing';
import {
  anEventOfALaterRelease,
  append,
  type Engines,
  LATER_EVENT,
  openEngines,
  Story,
} from '@throughline/read-models/testing';
import { createLogger } from '@throughline/platform';
import { CheckpointMoved, listParked, park, readCheckpoint } from '@throughline/read-models';
import { type Reaction, reactToLog, type Work } from './reaction.js';

const ID = '263251234512345';

describe('A consumer that reacts to the log', () => {
  let engines: Engines;
  let acted: number[];
  /** The events that `fails` fails on, by their revision. */
  let broken: number | null;
  let stop: AbortController;
  let running: Promise<void>;
  beforeEach(async () => {
    engines = await openEngines();
    acted = [];
    broken = null;
    start();
  });
  afterEach(async () => {
    stop.abort();
    await running.catch(() => undefined);
    await engines.close();
  });

  /** Two handlers: `acts` takes every event, `fails` takes those that it fails on. */
  const reaction: Reaction<'acts' | 'fails'> = {
    consumer: 'spec',
    categories: ['referral'],
    handlers: ['acts', 'fails'],
    consumerOf: (handler) => `spec/${handler}`,
    takes: (handler, { revision }) => handler === 'acts' || revision === broken,
    react: async (work) => {
      acted.push(...positionsOf(work.filter(({ handler }) => handler === 'acts')));
      return work.filter(({ handler }) => handler === 'fails').map((one) => ({ ...one, error: new Error('broken') }));
    },
  };
  const positionsOf = (work: readonly Work<string>[]) => work.map(({ event }) => event.position);

  function start(): void {
    stop = new AbortController();
    running = reactToLog({
      db: engines.db,
      store: engines.store,
      reaction,
      signal: stop.signal,
      onHeartbeat: () => undefined,
      log: createLogger('spec', { logLevel: 'silent' }),
    });
  }

  const checkpointAt = (position: number) =>
    until(`the checkpoint at ${position}`, async () => (await readCheckpoint(engines.db, 'spec')) === position);

  it('processes its events once, also when it starts over, and skips all others', async () => {
    const story = new Story().submit(ID).claim(`${ID}-1`);
    await append(engines.store, story.events);
    const head = await engines.store.head();
    await checkpointAt(head);
    expect(acted).toEqual([1]);

    stop.abort();
    await running;
    start();
    await append(engines.store, new Story().submit(`${ID}9`).events.slice(0, 1));
    await checkpointAt(head + 1);
    expect(acted).toEqual([1, head + 1]);
  });

  it('ends when its checkpoint was moved: another process leads', async () => {
    await append(engines.store, new Story().submit(ID).events.slice(0, 1));
    await checkpointAt(1);
    await engines.db.updateTable('consumer_checkpoint').set({ position: 7 }).where('consumer', '=', 'spec').execute();
    await append(engines.store, new Story().submit(`${ID}9`).events.slice(0, 1));
    await expect(running).rejects.toThrow(CheckpointMoved);
  });

  it('parks a stream for the handler that failed on its event; the other handlers continue', async () => {
    broken = 0;
    await append(engines.store, new Story().submit(ID).events.slice(0, 1));
    await checkpointAt(1);
    expect(acted).toEqual([1]);
    expect(await listParked(engines.db)).toMatchObject([
      { consumer: 'spec/fails', stream: `referral-${ID}`, position: 1, error: expect.stringContaining('broken') },
    ]);
  });

  it('stops at an event of a later release in that stream alone, and says so', async () => {
    const stream = `referral-${ID}`;
    const [first] = new Story().submit(ID).events;
    await append(engines.store, [first!]);
    const later = await engines.store.append(stream, 0, [anEventOfALaterRelease()]);
    const { type, data, metadata } = new Story().submit(ID).events[0]!;
    await engines.store.append(stream, 1, [{ type, data, metadata }]);
    await append(engines.store, new Story().submit(`${ID}9`).events.slice(0, 1));
    const head = await engines.store.head();
    await checkpointAt(head);
    expect(acted).toEqual([1, head]);
    expect(await listParked(engines.db)).toMatchObject([
      { consumer: 'spec', stream, position: later.position, error: expect.stringContaining(LATER_EVENT) },
    ]);

    // The batch is delivered again, as after a crash, and later events in a separate batch: they are skipped as well.
    stop.abort();
    await running;
    await engines.db.updateTable('consumer_checkpoint').set({ position: 1 }).where('consumer', '=', 'spec').execute();
    start();
    await checkpointAt(head);
    expect(acted).toEqual([1, head, head]);
    expect(await listParked(engines.db)).toHaveLength(1);
  });

  it.each(['spec', 'spec/acts'])(
    'resumes what an earlier release parked because it did not know the event: %s',
    async (consumer) => {
      stop.abort();
      await running;
      const stream = `referral-${ID}`;
      const story = new Story().submit(ID).events.slice(0, 1);
      await append(engines.store, story);
      const { type, data, metadata } = new Story().submit(ID).events[0]!;
      await engines.store.append(stream, 0, [{ type, data, metadata }]);
      await park(engines.db, consumer, [{ stream, position: 1, error: new UnknownEvent(type) }]);
      await engines.db.updateTable('consumer_checkpoint').set({ position: 2 }).where('consumer', '=', 'spec').execute();
      start();
      await until('nothing parked', async () => (await listParked(engines.db)).length === 0);
      expect(acted).toEqual([1, 2]);
    },
  );
});
