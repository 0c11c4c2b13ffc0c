import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@throughline/event-store/testing';
import { testDatabase } from '@throughline/platform/testing';
import { listProgress } from '@throughline/read-models';
import { sql } from 'kysely';
import type { Engines } from '../engine/engines.js';
import { type ApiUnderTest, startAnotherNode, startApi } from '../testing/api-under-test.js';
import { ListWatch } from '../testing/list-watch.js';
import { seedReferrals, startWorker, type WorkerProcess } from '../testing/worker-process.js';

/** So many that building takes several seconds. */
const SEEDED = 2_000;
/** Nobody sees anything older (issue 4, section 3). Milliseconds. */
const STALE_MS = 5_000;
const PATIENCE_MS = 120_000;

describe('A release that brings new versions of the read models', () => {
  let worker: WorkerProcess;
  let nodes: readonly ApiUnderTest[] = [];
  beforeAll(async () => {
    const databaseUrl = await testDatabase();
    await seedReferrals(databaseUrl, SEEDED);
    const project = async (engines: Engines) => {
      await takeHistoryAsDone(engines);
      worker = await startWorker(engines);
      await isShown(1, engines);
      return { stop: () => worker.stop() };
    };
    const first = await startApi({ databaseUrl, project });
    nodes = [first, await startAnotherNode(first)];
  }, PATIENCE_MS);
  afterAll(async () => {
    for (const node of [...nodes].reverse()) await node.close();
  });

  it(
    'shows everybody the old ones, up to date, until it has built them',
    async () => {
      const people = new ListWatch(nodes, { listed: SEEDED, staleMs: STALE_MS });
      const old = worker;
      const { engines } = nodes[0] as ApiUnderTest;
      worker = await startWorker(engines, { nextRelease: true });
      await old.stop();
      const readsBefore = people.reads;
      await isShown(2, engines);
      await until('every open list read afresh', async () =>
        (await people.readAfresh()).every(({ length }) => length > 1),
      );
      const { orders } = people;
      await until('every order in every list', () => people.show(orders));
      await people.end();

      expect(people.faults).toEqual([]);
      expect(people.reads - readsBefore).toBeGreaterThan(20);
      expect(await people.readAfresh()).toEqual([
        ['no-position', 'other-epoch'],
        ['no-position', 'other-epoch'],
      ]);
    },
    PATIENCE_MS,
  );
});

/** The seeded referrals' work is history: nobody waits for thousands of documents. */
async function takeHistoryAsDone({ db, store }: Engines): Promise<void> {
  await sql`create table follower_checkpoint (follower text primary key, position bigint not null)`.execute(db);
  const head = await store.head();
  await sql`insert into follower_checkpoint values ('planner', ${head}), ('policies', ${head})`.execute(db);
}

/** What is kept of every read model: with a number, which of its versions people see. */
async function modelsOf({ db }: Engines): Promise<readonly string[]> {
  return (await listProgress(db)).map(({ table, status }) => `${status} v${table.at(-1)}`);
}

const isShown = (version: number, engines: Engines) =>
  until(
    `version ${version} of every read model`,
    async () => (await modelsOf(engines)).every((model) => model === `active v${version}`),
    { deadlineMs: PATIENCE_MS },
  );
