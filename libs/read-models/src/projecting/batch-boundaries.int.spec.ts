import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import { projections } from '../projections.js';
import { append, type Engines, openEngines } from '../testing/engines.js';
import { randomStory } from '../testing/random-story.js';
import { applyBatch } from './apply-batch.js';
import { buildRegistered } from './build.js';
import { tableOf } from './projection.js';
import { readBatches } from '../consumer/consume.js';
import { projectedPosition } from '../consumer/checkpoint.js';
import { newestOfEach, takeOverReadModels } from './prepare.js';

/* `batch-boundaries.spec.ts` tests the folds; this one tests what PostgreSQL stores. */
describe('What PostgreSQL stores of a log', () => {
  let engines: Engines;
  // Each attempt has its own database, so that a second attempt finds no story in it.
  beforeEach(async () => {
    engines = await openEngines();
  });
  afterEach(() => engines.close());

  /** A second version that is built while the active versions get the log live. */
  const active = newestOfEach(projections);
  const next = active.map((projection) => ({ ...projection, version: projection.version + 1 }));
  const signal = new AbortController().signal;

  it('is the same live, however it is cut into batches, and in a rebuild', async () => {
    const stories = fc.sample(randomStory, { numRuns: 9, seed: 17 });
    const sizes = fc.sample(fc.integer({ min: 1, max: 9 }), { numRuns: 400, seed: 7 });
    const told = new Set<string>();
    for (const [n, { events }] of stories.entries()) {
      // Each story gets its own ids of referrals and people. Events of what all stories share, such as the note templates, are taken from
      // the first story that has them.
      const apart = JSON.stringify(events)
        .replace(/2632500000000/g, `263250000000${n}`)
        .replace(/\b(u|hash|import)-(?=\d)/g, `$1-${n}`)
        .replace(/"((?:inquiry|banner)(?:-|Id":"))/g, `"$1${n}`);
      const itsOwn = (JSON.parse(apart) as typeof events).filter(({ stream }) => !told.has(stream));
      await append(engines.store, itsOwn);
      for (const { stream } of itsOwn) told.add(stream);
    }
    const head = await engines.store.head();
    for (let round = 0; ((await projectedPosition(engines.db)) ?? 0) < head; round++) {
      const after = (await projectedPosition(engines.db)) ?? 0;
      const batches = readBatches(engines.store, { after, upTo: Math.min(head, after + sizes[round]!) });
      for await (const batch of batches) await applyBatch(engines.db, active, batch);
    }
    const rowsOf = async (table: string) =>
      (await sql<object>`select * from ${sql.table(table)} as kept order by kept::text`.execute(engines.db)).rows;
    const kept = async (of: typeof next) =>
      Object.fromEntries(
        await Promise.all(
          of.map(async (projection) => [
            projection.name,
            await rowsOf(tableOf(projection)),
            await rowsOf(`${tableOf(projection)}_state`),
            (await rowsOf(`${tableOf(projection)}_tally`)).filter((tally) => (tally as { units: number }).units > 0),
          ]),
        ),
      ) as Record<string, readonly object[]>;
    const live = await kept(active);

    await takeOverReadModels(engines.db, [...active, ...next]);
    await buildRegistered(engines.db, engines.store, [...active, ...next], { signal });
    const rebuilt = await kept(next);
    expect(rebuilt).toEqual(live);
    for (const [name, rows] of Object.entries(rebuilt))
      expect({ name, some: rows.length > 0 }).toEqual({ name, some: true });
  });
});
