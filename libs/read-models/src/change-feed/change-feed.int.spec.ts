import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FeedPosition } from '@throughline/contracts';
import { type Engines, openEngines } from '../testing/engines.js';
import { appendToFeed, beginEpoch, feedPosition, readFeed, trimFeed } from './change-feed.js';

const change = (key: string, audience: string[], topic = 'referral-list') => ({
  topic,
  key,
  audience,
  row: { key },
  at: '2026-11-21T12:00:00.000Z',
  eventPosition: 7,
});

describe('Change feed', () => {
  let engines: Engines;
  let start: FeedPosition;
  beforeAll(async () => {
    engines = await openEngines();
    start = await feedPosition(engines.db);
    await engines.db
      .transaction()
      .execute((tx) =>
        appendToFeed(tx, [
          change('1', ['staff', 'company:40']),
          change('2', ['staff', 'company:41']),
          change('3', ['staff'], 'task-queue'),
        ]),
      );
  });
  afterAll(() => engines.close());

  it('returns the changes after a position, in order, and the position that they reach', async () => {
    expect(await readFeed(engines.db, { since: start })).toMatchObject({
      status: 'read',
      feed: { epoch: start.epoch, position: 3 },
      changes: [
        { position: 1, topic: 'referral-list', key: '1', audience: ['staff', 'company:40'], row: { key: '1' } },
        { position: 2, at: '2026-11-21T12:00:00.000Z', eventPosition: 7 },
        { position: 3, topic: 'task-queue' },
      ],
    });
  });

  it('goes no further than it read when there is more', async () => {
    expect(await readFeed(engines.db, { since: start, limit: 2 })).toMatchObject({ feed: { position: 2 } });
  });

  it('is at the end without changes', async () => {
    const since = await feedPosition(engines.db);
    expect(await readFeed(engines.db, { since })).toEqual({ status: 'read', feed: since, changes: [] });
  });

  it('shows no company the changes of another', async () => {
    const reading = await readFeed(engines.db, {
      since: start,
      topic: 'referral-list',
      audience: ['company:40', 'user:x'],
    });
    expect(reading).toMatchObject({ feed: { position: 3 }, changes: [{ key: '1' }] });
  });

  it('does not show what is not committed, nor anything behind it', async () => {
    const held = await engines.db.startTransaction().execute();
    await appendToFeed(held, [change('4', ['staff'])]);
    const second = engines.db.transaction().execute((tx) => appendToFeed(tx, [change('5', ['staff'])]));
    expect(await readFeed(engines.db, { since: start })).toMatchObject({ feed: { position: 3 } });
    await held.commit().execute();
    await second;
    const reading = await readFeed(engines.db, { since: { ...start, position: 3 } });
    expect(reading).toMatchObject({
      changes: [
        { position: 4, key: '4' },
        { position: 5, key: '5' },
      ],
    });
  });

  it('reports when changes in between are gone', async () => {
    await trimFeed(engines.db, 2);
    expect(await readFeed(engines.db, { since: start })).toEqual({
      status: 'too-old',
      feed: { ...start, position: 5 },
    });
    expect(await readFeed(engines.db, { since: { ...start, position: 3 } })).toMatchObject({ status: 'read' });
  });

  it('recognises a position of another epoch, or one beyond its end', async () => {
    expect(await readFeed(engines.db, { since: { ...start, position: 99 } })).toMatchObject({ status: 'other-epoch' });
    await beginEpoch(engines.db);
    expect(await readFeed(engines.db, { since: { ...start, position: 5 } })).toMatchObject({ status: 'other-epoch' });
  });
});
