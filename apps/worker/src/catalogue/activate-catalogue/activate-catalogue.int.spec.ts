import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogueDecider, type CatalogueItem } from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { findActiveCatalogue, listCatalogueVersions } from '@throughline/read-models';
import { append, type Engines, openEngines, projectAll, Story } from '@throughline/read-models/testing';
import { JobDelayed } from '../../queue/job.js';
import { Reconciler } from '../../sweeper/reconciler.js';
import { ActivateCatalogue, activateCatalogue } from './activate-catalogue.job.js';

const NOON = Date.parse('2026-12-01T18:00:00Z');
const HOUR = 3_600_000;
const gloves: CatalogueItem = {
  id: 'gloves',
  itemCategory: 'Supplies',
  item: 'Gloves',
  description: 'Each.',
  hcpcs: null,
  image: null,
  options: [],
  states: 'all',
  groups: 'all',
};

function plan(story: Story, versionId: string, activatesAt: number | null, comparedWith: string | null): void {
  story.execute(catalogueDecider, versionId, {
    type: 'PlanCatalogue',
    data: {
      versionId,
      fileName: `${versionId}.csv`,
      items: [{ ...gloves, item: versionId }],
      reason: 'Winter',
      plannedAt: story.now,
      comparedWith,
      active: { versionId: comparedWith, items: [] },
      activatesAt: activatesAt === null ? null : new Date(activatesAt).toISOString(),
    },
  });
}

describe('The time of a version of the catalogue', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    const story = new Story();
    plan(story, 'now', null, null);
    plan(story, 'noon', NOON, 'now');
    plan(story, 'later', NOON + HOUR, 'now');
    plan(story, 'canceled', NOON, 'now');
    const canceledAt = story.now;
    const cancel = { versionId: 'canceled', reason: 'Too early', canceledAt };
    story.execute(catalogueDecider, 'canceled', { type: 'CancelCatalogue', data: cancel });
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
  /** A new processor for each run, as each start of a worker makes one. */
  const run = (now: number, versionId: string) =>
    new ActivateCatalogue(engines.store, () => new Date(now), engines).process({ versionId });
  const runAt = async (now: number, versionId: string) => {
    await projectAll(engines);
    return run(now, versionId);
  };
  /** Runs several activations at once. A run that finds the read models behind the event of another one is delayed. */
  const race = async (now: number, versionIds: readonly string[]) => {
    await projectAll(engines);
    const ends = await Promise.allSettled(versionIds.map((versionId) => run(now, versionId)));
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(JobDelayed);
    for (const versionId of versionIds) await runAt(now, versionId);
  };
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
    await race(NOON, ['noon', 'noon', 'canceled']);
    expect((await readState(engines.store, catalogueDecider, 'noon')).revision).toBe(1);
    expect([await statusOf('noon'), await statusOf('canceled')]).toEqual(['activated', 'canceled']);
    expect(await active()).toBe('noon');
  });

  it('leaves a version outdated that was compared with another one than the active one', async () => {
    await runAt(NOON + HOUR, 'later');
    expect([await statusOf('later'), await active()]).toEqual(['outdated', 'noon']);
    expect((await listCatalogueVersions(engines.db)).versions).toContainEqual(
      expect.objectContaining({ versionId: 'later', status: 'outdated' }),
    );
    expect(await planned(NOON + 2 * HOUR)).toEqual([]);
  });

  it('activates one of two versions that were compared with the same one', async () => {
    const story = new Story();
    for (const versionId of ['first', 'second']) plan(story, versionId, NOON + HOUR, 'noon');
    await append(engines.store, story.events);
    await race(NOON + HOUR, ['first', 'second']);
    expect([await statusOf('first'), await statusOf('second')].sort()).toEqual(['activated', 'outdated']);
  });

  it('waits until the read models have the whole log', async () => {
    const story = new Story();
    plan(story, 'unseen', NOON + HOUR, 'noon');
    await append(engines.store, story.events);
    const now = NOON + HOUR;
    const run = new ActivateCatalogue(engines.store, () => new Date(now), engines).process({ versionId: 'unseen' });
    await expect(run).rejects.toEqual(new JobDelayed(now + 1_000));
    expect(await statusOf('unseen')).toBe('planned');
  });
});
