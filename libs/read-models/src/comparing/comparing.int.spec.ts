import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readBatches } from '../consumer/consume.js';
import { projectedPosition } from '../consumer/checkpoint.js';
import { applyBatch } from '../projecting/apply-batch.js';
import { buildRegistered } from '../projecting/build.js';
import { newestOfEach, takeOverReadModels } from '../projecting/prepare.js';
import { retryParked } from '../projecting/retry-parked.js';
import type { AnyProjection } from '../projecting/projection.js';
import { projections } from '../projections.js';
import { referralListProjection } from '../referral-list/referral-list.projection.js';
import { append, type Engines, openEngines, projectAll } from '../testing/engines.js';
import { randomStory } from '../testing/random-story.js';
import { Story } from '../testing/story.js';
import { compareEntities } from './compare-entities.js';
import type { ModelFinding } from './comparing.js';
import { findInventedRows, type RowCursor } from './invented-rows.js';

const active = newestOfEach(projections);

/** Everything that a walk over the whole log and over all rows finds. */
async function compareAll({ db, store }: Engines, of: readonly AnyProjection[] = active, atMost = 500) {
  const comparing = { db, store, projections: of };
  const begins = [];
  for await (const event of store.readAll({ after: 0 })) if (event.revision === 0) begins.push(event);
  const { entities, findings } = await compareEntities(comparing, begins);
  let next: RowCursor | undefined;
  let rows = 0;
  const invented: ModelFinding[] = [];
  do {
    const sought = await findInventedRows(comparing, next, { atMost });
    invented.push(...sought.findings);
    rows += sought.rows;
    next = sought.next;
  } while (next);
  return { entities, rows, findings: [...findings, ...invented] };
}

describe('Read models that nobody touched', () => {
  let engines: Engines;
  beforeEach(async () => {
    engines = await openEngines();
  });
  afterEach(() => engines.close());

  it('are as the log makes them, while the projector works through random stories, and after a rebuild', async () => {
    const sizes = fc.sample(fc.integer({ min: 1, max: 90 }), { numRuns: 400, seed: 7 });
    const told = new Set<string>();
    for (const [n, { events }] of fc.sample(randomStory, { numRuns: 9, seed: 17 }).entries()) {
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
      if (round % 10 === 0) expect((await compareAll(engines)).findings).toEqual([]);
    }
    const compared = await compareAll(engines);
    expect(compared.findings).toEqual([]);
    expect(compared.entities).toBeGreaterThan(100);
    expect(compared.rows).toBeGreaterThan(100);
    // Page by page it walks through the same rows.
    expect(await compareAll(engines, active, 3)).toEqual(compared);

    const next = active.map((projection) => ({ ...projection, version: projection.version + 1 }));
    await takeOverReadModels(engines.db, [...active, ...next]);
    await buildRegistered(engines.db, engines.store, [...active, ...next], { signal: new AbortController().signal });
    expect(await compareAll(engines, [...active, ...next])).toEqual(compared);
  });

  it('are compared in one moment, while a projector writes', async () => {
    const story = new Story();
    for (let n = 1; n <= 40; n++) story.submit(`2632512345000${n}`).claim(`2632512345000${n}-1`);
    await append(engines.store, story.events);
    let isDone = false;
    const projecting = (async () => {
      for await (const batch of readBatches(engines.store, {
        after: 0,
        upTo: await engines.store.head(),
        batchSize: 1,
      }))
        await applyBatch(engines.db, active, batch);
      isDone = true;
    })();
    const found: ModelFinding[] = [];
    while (!isDone) found.push(...(await compareAll(engines)).findings);
    await projecting;
    expect(found).toEqual([]);
  });
});

describe('A stream that is parked', () => {
  const SICK = '263251234500001';
  const broken: typeof referralListProjection = {
    ...referralListProjection,
    evolve: (state, event) => {
      if (event.type === 'TaskClaimed') throw new Error('a fault in the projection');
      return referralListProjection.evolve(state, event);
    },
  };

  it('is compared up to there, and whole when it was processed', async () => {
    const engines = await openEngines([broken]);
    await append(
      engines.store,
      new Story().submit(SICK).claim(`${SICK}-1`).move(`${SICK}-1`, [1, 2], 'Shipped').events,
    );
    await projectAll(engines, [broken]);
    expect(await compareAll(engines, [referralListProjection])).toEqual({ entities: 1, rows: 1, findings: [] });
    await retryParked(engines.db, engines.store, referralListProjection, `itemTask-${SICK}`);
    expect(await compareAll(engines, [referralListProjection])).toEqual({ entities: 1, rows: 1, findings: [] });
    await engines.close();
  });
});

describe('What was altered in a read model', () => {
  const [ONE, OTHER] = ['263251234500001', '263251234500002'];
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    const story = new Story().submit(ONE).submit(OTHER).claim(`${ONE}-1`).claim(`${OTHER}-1`);
    await append(engines.store, story.move(`${ONE}-1`, [1, 2], 'Shipped').events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  /** What is found after this was done, which is undone afterwards. */
  async function foundAfter(...statements: readonly string[]) {
    const tables = [...new Set(statements.flatMap((text) => text.match(/\b[a-z_]+_v\d+(?:_state)?\b/g) ?? []))];
    const { pool } = engines;
    for (const table of tables) await pool.query(`create table kept_${table} as table ${table}`);
    let findings: readonly ModelFinding[] = [];
    try {
      for (const statement of statements) expect((await pool.query(statement)).rowCount).toBeGreaterThan(0);
      ({ findings } = await compareAll(engines));
    } finally {
      for (const table of tables) {
        await pool.query(`delete from ${table}`);
        await pool.query(`insert into ${table} table kept_${table}`);
        await pool.query(`drop table kept_${table}`);
      }
    }
    expect((await compareAll(engines)).findings).toEqual([]);
    return findings.map(({ kind, table, entity, key, columns }) =>
      [kind, table, entity, key, columns.join()].join(' '),
    );
  }

  const [LIST, LIMITED, TASKS, ACTS] = ['referral_list', 'limited_referral', 'task_queue', 'act'].map(
    (table) => `${table}_v${active.find(({ name }) => name.replaceAll('-', '_') === table)!.version}`,
  ) as [string, string, string, string];

  it('is found in a cell, also of a document, and named by its column alone', async () => {
    expect(await foundAfter(`update ${LIST} set status = 'Forged' where referral_id = '${ONE}'`)).toEqual([
      `row ${LIST} ${ONE} ${ONE} status`,
    ]);
    for (const forged of ['{"forged": "\\u0000"}', 'null'])
      expect(await foundAfter(`update ${LIMITED} set "row" = '${forged}' where referral_id = '${ONE}'`)).toEqual([
        `row ${LIMITED} ${ONE} ${ONE} row`,
      ]);
    const sameWords = `update ${LIMITED} set "row" = "row"::jsonb::json where referral_id = '${ONE}'`;
    expect(await foundAfter(sameWords)).toEqual([]);
    expect(await foundAfter(`update ${LIST} set status = null where referral_id = '${ONE}'`)).toEqual([
      `row ${LIST} ${ONE} ${ONE} status`,
    ]);
  });

  it('is found in a state, and in the position that it includes', async () => {
    const state = `${LIST}_state`;
    const forged = `(state::jsonb || '{"forged": true}')::json`;
    expect(await foundAfter(`update ${state} set state = ${forged} where entity = '${ONE}'`)).toEqual([
      `state ${LIST} ${ONE}  `,
    ]);
    const added = `(state::jsonb || '{"added": null}')::json`;
    expect(await foundAfter(`update ${state} set state = ${added} where entity = '${ONE}'`)).toEqual([]);
    expect(await foundAfter(`update ${state} set position = position + 9 where entity = '${ONE}'`)).toEqual([
      `state ${LIST} ${ONE}  `,
    ]);
  });

  it('is found where a row or a state is missing, also where nothing of the entity is left', async () => {
    expect(await foundAfter(`delete from ${LIST} where referral_id = '${ONE}'`)).toEqual([
      `row-missing ${LIST} ${ONE} ${ONE} `,
    ]);
    expect(
      await foundAfter(
        `delete from ${LIST} where referral_id = '${ONE}'`,
        `delete from ${LIST}_state where entity = '${ONE}'`,
      ),
    ).toEqual([`state-missing ${LIST} ${ONE}  `, `row-missing ${LIST} ${ONE} ${ONE} `]);
  });

  it('is found where a row was invented: of no entity, of one that the log does not have, and beside the rows of an entity', async () => {
    const { columns } = active.find(({ name }) => name === 'referral-list')!.table;
    const others = Object.keys(columns).filter((name) => name !== 'referral_id').map((name) => `"${name}"`).join(); // prettier-ignore
    const copy = `insert into ${LIST} (referral_id, ${others}) select '999', ${others} from ${LIST} where referral_id = '${ONE}'`;
    expect(await foundAfter(copy)).toEqual([`row-invented ${LIST}  999 `]);
    const state = `insert into ${LIST}_state select '999', replace(state::text, '${ONE}', '999')::json, position from ${LIST}_state where entity = '${ONE}'`;
    expect(await foundAfter(copy, state)).toEqual([`row-invented ${LIST} 999 999 `]);
    expect(await foundAfter(`update ${TASKS} set task_id = '${ONE}-77' where task_id = '${ONE}-1'`)).toEqual([
      `row-missing ${TASKS} ${ONE} ${ONE}-1 `,
      `row-invented ${TASKS} ${ONE} ${ONE}-77 `,
    ]);
    const act = `update ${ACTS} set event_id = 'invented' where event_id = (select event_id from ${ACTS} where case_id = '${OTHER}' limit 1)`;
    expect(await foundAfter(act)).toEqual([
      expect.stringMatching(new RegExp(`^row-missing ${ACTS} ${OTHER} `)),
      `row-invented ${ACTS} ${OTHER} invented `,
    ]);
  });

  it('is found where a row of one entity was given to another', async () => {
    expect(await foundAfter(`update ${TASKS} set referral_id = '${OTHER}' where task_id = '${ONE}-1'`)).toEqual([
      `row ${TASKS} ${ONE} ${ONE}-1 referral_id`,
    ]);
  });
});
