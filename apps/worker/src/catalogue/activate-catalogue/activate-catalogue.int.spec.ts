import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogueDecider, type CatalogueItem } from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { findActiveCatalogue } from '@throughline/read-models';
import { append, type Engines, openEngines, projectAll, Story } from '@throughline/read-models/testing';
import { JobDelayed } from '../../queue/job.js';
import { Reconciler } from '../../sweeper/reconciler.js';
import { ActivateCatalogue, activateCatalogue } from './activate-catalogue.job.js';

const NOON = Date.parse('2026-12-01T18:00:00Z');
const HOUR = 3_600_000;
const gloves: CatalogueItem = {
  ...{ id: 'gloves', itemCategory: 'Supplies', item: 'Gloves', description: 'Each.' },
  ...{ hcpcs: null, image: null, options: [], states: 'all', groups: 'all' },
};

describe('The time of a version of the catalogue', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    const story = new Story();
    const plan = (versionId: string, activatesAt: number | null) =>
      story.tell(catalogueDecider, versionId, {
        type: 'PlanCatalogue',
        data: {
          ...{ versionId, fileName: `${versionId}.csv`, items: [{ ...gloves, item: versionId }], reason: 'Winter' },
          ...{ plannedAt: story.now, comparedWith: null, active: { versionId: null, items: [] } },
          activatesAt: activatesAt === null ? null : new Date(activatesAt).toISOString(),
        },
      });
    plan('noon', NOON);
    plan('later', NOON + HOUR);
    plan('canceled', NOON);
    plan('now', null);
    const canceledAt = story.now;
    const cancel = { versionId: 'canceled', reason: 'Too early', canceledAt };
    story.tell(catalogueDecider, 'canceled', { type: 'CancelCatalogue', data: cancel });
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  const planned = async (now: number, limit = 10) => {
    const found: unknown[] = [];
    const reconciler = new Reconciler([activateCatalogue]);
    for (let round = 0; round < 3; round++) {
      for await (const jobs of reconciler.find({ db: engines.db, now: new Date(now), config: {}, limit }))
        found.push(...jobs.map(({ data }) => (data as { versionId: string }).versionId));
    }
    return [...new Set(found)];
  };
  /** As each start of a worker makes it anew. */
  const runAt = (now: number, versionId: string) =>
    new ActivateCatalogue(engines.store, () => new Date(now)).process({ versionId });
  const statusOf = async (versionId: string) =>
    (await readState(engines.store, catalogueDecider, versionId)).state.status;
  const active = async () => {
    await projectAll(engines);
    return (await findActiveCatalogue(engines.db))?.versionId;
  };

  it('is planned within the hour before it, for versions that wait alone', async () => {
    expect(await planned(NOON - HOUR - 1)).toEqual([]);
    expect(await planned(NOON)).toEqual(['noon', 'later']);
    expect(await planned(NOON, 1)).toEqual(['noon', 'later']);
  });

  it('changes nothing before, and is waited for when it is near', async () => {
    await runAt(NOON - 2 * HOUR, 'noon');
    await expect(runAt(NOON - 1, 'noon')).rejects.toEqual(new JobDelayed(NOON));
    expect(await statusOf('noon')).toBe('planned');
    expect(await active()).toBe('now');
  });

  it('activates the version once, and leaves a canceled one alone', async () => {
    await Promise.all([runAt(NOON, 'noon'), runAt(NOON, 'noon'), runAt(NOON, 'canceled')]);
    await runAt(NOON + 1, 'noon');
    expect((await readState(engines.store, catalogueDecider, 'noon')).revision).toBe(1);
    expect([await statusOf('noon'), await statusOf('canceled')]).toEqual(['activated', 'canceled']);
    expect(await active()).toBe('noon');
  });

  it('decides which version is active, although the worker was away and activates them in another order', async () => {
    const story = new Story();
    const version = (versionId: string) => ({
      ...{ versionId, fileName: 'late.csv', items: [gloves], reason: 'Late', comparedWith: null },
      ...{ plannedAt: story.now, activatesAt: new Date(NOON + HOUR / 2).toISOString() },
      active: { versionId: null, items: [] },
    });
    story.tell(catalogueDecider, 'between', { type: 'PlanCatalogue', data: version('between') });
    await append(engines.store, story.events);
    await runAt(NOON + 2 * HOUR, 'later');
    await runAt(NOON + 2 * HOUR, 'between');
    expect(await active()).toBe('later');
    expect(await planned(NOON + 2 * HOUR)).toEqual([]);
  });
});
