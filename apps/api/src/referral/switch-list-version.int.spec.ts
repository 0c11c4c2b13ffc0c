import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, until } from '@throughline/platform/testing';
import {
  listProgress,
  moveCheckpoint,
  newestOfEach,
  projections,
  readCheckpoint,
  tableOf,
} from '@throughline/read-models';
import fc from 'fast-check';
import type { Engines } from '../engines/engines.js';
import { type ApiUnderTest, startAnotherNode, startApi } from '../testing/api-under-test.js';
import { ListWatch } from '../testing/list-watch.js';
import { seedReferrals, startWorker, type WorkerProcess } from '../testing/built-processes.js';

/** Enough referrals that building takes several seconds: 500, and 2,500 in the long run. */
const SEEDED = 5 * (fc.readConfigureGlobal()?.numRuns ?? 100);
/** The maximum age of what anybody sees, also while one worker takes over from another on a busy machine. Milliseconds. */
const STALE_MS = 20_000;

describe('A release that brings new versions of the read models', () => {
  let worker: WorkerProcess;
  let nodes: readonly ApiUnderTest[] = [];
  beforeAll(async () => {
    const databaseUrl = await testDatabase();
    await seedReferrals(databaseUrl, SEEDED);
    const project = async (engines: Engines) => {
      await takeHistoryAsDone(engines);
      worker = await startWorker(engines);
      await isShown(0, engines);
      return { stop: () => worker.stop() };
    };
    const first = await startApi({ databaseUrl, project });
    nodes = [first, await startAnotherNode(first)];
  });
  afterAll(async () => {
    for (const node of [...nodes].reverse()) await node.close();
  });

  it('shows the old versions, kept up to date, until it has built the new ones', async () => {
    const people = new ListWatch(nodes, { listed: SEEDED, staleMs: STALE_MS });
    const old = worker;
    const { engines } = nodes[0] as ApiUnderTest;
    worker = await startWorker(engines, { nextRelease: true });
    await old.stop();
    const readsBefore = people.reads;
    await isShown(1, engines);
    await until('every open list read afresh', async () =>
      (await people.readAfresh()).every(({ length }) => length > 1),
    );
    await until('the lists were read often meanwhile', () => people.reads - readsBefore > 20);
    const { orders } = people;
    await until('every order in every list', () => people.show(orders));
    await people.end();

    expect(people.faults).toEqual([]);
    expect(await people.readAfresh()).toEqual([
      ['no-position', 'other-epoch'],
      ['no-position', 'other-epoch'],
    ]);
  });
});

/** Marks the work of the seeded referrals as done, so that nobody waits for thousands of documents. */
async function takeHistoryAsDone({ database: { db }, store }: Engines): Promise<void> {
  const head = await store.head();
  for (const consumer of ['planner', 'policies']) {
    await moveCheckpoint(db, consumer, await readCheckpoint(db, consumer), head);
  }
}

/** The stored versions of every read model, with the visible one. */
async function modelsOf({ database: { db } }: Engines): Promise<readonly string[]> {
  return (await listProgress(db)).map(({ table, status }) => `${status} ${table}`).sort();
}

/** Whether every read model is visible in the version of this release, or in that of the next one (`later` 1). */
function isShown(later: 0 | 1, engines: Engines) {
  const shown = newestOfEach(projections)
    .map((one) => `active ${tableOf({ ...one, version: one.version + later })}`)
    .sort();
  return until(`every read model of the release ${later === 0 ? 'now' : 'after it'}`, async () =>
    isDeepStrictEqual(await modelsOf(engines), shown),
  );
}
