import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@throughline/platform';
import { feedPosition, readFeed } from '../change-feed/change-feed.js';
import { projections } from '../projections.js';
import { limitedReferralProjection } from '../limited-referral/limited-referral.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { append, type Engines, openEngines, projectAll } from '../testing/engines.js';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { applyBatch } from './apply-batch.js';
import { CheckpointMoved, projectedPosition } from '../consumer/checkpoint.js';
import { newestOfEach } from './prepare.js';
import { reportProjected, waitUntilProjected } from './projected-position.js';

const ID = '263251234512345';

describe('Projecting', () => {
  let engines: Engines;
  const story = new Story().submit(ID).move(`${ID}-1`, [2], 'Shipped').claim(`${ID}-1`);
  beforeAll(async () => {
    engines = await openEngines();
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  it('turns events into the rows that the fold returns', async () => {
    const { row } = await engines.db.selectFrom('limited_referral').select('row').executeTakeFirstOrThrow();
    expect(row).toEqual(project(limitedReferralProjection, story.events).rows.get(ID)?.row);
  });

  it('updates the counts of a list with its rows', async () => {
    const tally = await engines.db.selectFrom('referral_list_tally').where('units', '>', 0).selectAll().execute();
    expect(tally).toEqual([
      { scope: 'all', label: 'Pending Patient Creation|Shipped', units: 1 },
      { scope: 'company:40', label: 'Pending Patient Creation|Shipped', units: 1 },
    ]);
  });

  it('announces every changed row once, in one order', async () => {
    const { epoch, position } = await feedPosition(engines.db);
    const reading = await readFeed(engines.db, { since: { epoch, position: 0 } });
    expect(reading).toMatchObject({ status: 'read', feed: { epoch, position } });
    const changes = reading.status === 'read' ? reading.changes : [];
    expect(changes.map((change) => change.position)).toEqual(Array.from({ length: position }, (_, index) => index + 1));
    expect(changes.map(({ topic }) => topic).sort()).toEqual(
      [
        `limited-referral:${ID}`,
        `referral:${ID}`,
        `submission:${ID}`,
        'referral-list',
        'task-queue',
        'task-queue',
      ].sort(),
    );
  });

  it('refuses a batch that another projector has applied, and keeps nothing of it', async () => {
    const before = await feedPosition(engines.db);
    const events = story.events.slice(0, 1);
    await expect(applyBatch(engines.db, newestOfEach(projections), { after: 0, upTo: 1, events })).rejects.toThrow(
      CheckpointMoved,
    );
    expect(await feedPosition(engines.db)).toEqual(before);
  });

  it('lets one of two projectors apply a batch', async () => {
    const more = new Story();
    const head = await engines.store.head();
    more.submit('263251234599999');
    await append(engines.store, more.events);
    const both = await Promise.allSettled([projectAll(engines), projectAll(engines)]);
    expect(both.map(({ status }) => status)).toContain('fulfilled');
    expect(await projectedPosition(engines.db)).toBeGreaterThan(head);
    const feed = await engines.db
      .selectFrom('change_feed')
      .where('key', '=', '263251234599999')
      .where('topic', '=', 'referral-list')
      .select('position')
      .execute();
    expect(feed).toHaveLength(1);
  });

  it('reports when a position is projected, and when that takes too long', async () => {
    expect(await waitUntilProjected(engines.db, await engines.store.head())).toBe(true);
    expect(await waitUntilProjected(engines.db, Number.MAX_SAFE_INTEGER, { timeoutMs: 1 })).toBe(false);
  });

  it('answers each of many concurrent waits by its own position and timeout', async () => {
    const head = await engines.store.head();
    const wait = (position: number, timeoutMs: number) => waitUntilProjected(engines.db, position, { timeoutMs });
    const late = wait(head + 1, 60_000);
    expect(await Promise.all([wait(head, 60_000), wait(head + 1, 20), wait(head, 1)])).toEqual([true, false, true]);
    await append(engines.store, new Story().submit(`${ID}9`).events);
    await projectAll(engines);
    expect(await late).toBe(true);
  });

  it('sends no query while it has a reported position', async () => {
    const { db, close } = openDatabase<ReadModelSchema>('postgres://127.0.0.1:1/nowhere');
    reportProjected(db, 5);
    expect(await waitUntilProjected(db, 5)).toBe(true);
    const waiting = waitUntilProjected(db, 6);
    reportProjected(db, 6);
    expect(await waiting).toBe(true);
    reportProjected(db, null);
    await expect(waitUntilProjected(db, 5)).rejects.toThrow();
    await close();
  });

  it('queries the position when no more reports arrive', async () => {
    reportProjected(engines.db, 0);
    const head = await engines.store.head();
    expect(await waitUntilProjected(engines.db, head)).toBe(true);
    expect(await waitUntilProjected(engines.db, head + 1, { timeoutMs: 50 })).toBe(false);
    reportProjected(engines.db, null);
  });

  it('fails every wait while the database is unavailable, and none afterwards', async () => {
    const { db, close } = openDatabase<ReadModelSchema>('postgres://127.0.0.1:1/nowhere');
    await expect(waitUntilProjected(db, 1)).rejects.toThrow();
    await expect(waitUntilProjected(db, 1)).rejects.toThrow();
    expect(await waitUntilProjected(engines.db, 1)).toBe(true);
    await close();
  });
});
