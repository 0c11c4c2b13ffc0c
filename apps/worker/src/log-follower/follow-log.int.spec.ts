import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@throughline/event-store/testing';
import { append, type Engines, openEngines, Story } from '@throughline/read-models/testing';
import type { Kysely } from 'kysely';
import { followLog } from './follow-log.js';
import { FollowerCheckpointMoved, type FollowerSchema, readFollowerCheckpoint } from './follower-checkpoint.js';

const ID = '263251234512345';

describe('A follower of the log', () => {
  let engines: Engines;
  let db: Kysely<FollowerSchema>;
  let acted: number[];
  let stop: AbortController;
  let running: Promise<void>;
  beforeEach(async () => {
    engines = await openEngines();
    db = engines.db as unknown as Kysely<FollowerSchema>;
    acted = [];
    start();
  });
  afterEach(async () => {
    stop.abort();
    await running.catch(() => undefined);
    await engines.close();
  });

  function start(): void {
    stop = new AbortController();
    running = followLog({
      db,
      store: engines.store,
      follower: 'spec',
      filter: { categories: ['referral'] },
      signal: stop.signal,
      onBeat: () => undefined,
      act: async (events) => void acted.push(...events.map(({ position }) => position)),
    });
  }

  const checkpointAt = (position: number) =>
    until(`the checkpoint at ${position}`, async () => (await readFollowerCheckpoint(db, 'spec')) === position);

  it('acts on its events once, also when it starts over, and passes those that are not its business', async () => {
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

  it('ends when somebody else moved its checkpoint: another process leads', async () => {
    await append(engines.store, new Story().submit(ID).events.slice(0, 1));
    await checkpointAt(1);
    await db.updateTable('follower_checkpoint').set({ position: 7 }).execute();
    await append(engines.store, new Story().submit(`${ID}9`).events.slice(0, 1));
    await expect(running).rejects.toThrow(FollowerCheckpointMoved);
  });
});
