import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase } from '@throughline/platform/testing';
import { newestOfEach, projections, tableOf } from '@throughline/read-models';
import { append, type Engines, openEngines, projectAll, Story } from '@throughline/read-models/testing';
import { checkReadModels, readTables, rebuildTables } from './tables.js';

const IDS = ['263251234512345', '263251234512346', '263251234512347'];

/** The table of a read model in its newest version. */
const tableNamed = (name: string) => tableOf(newestOfEach(projections).find((projection) => projection.name === name)!);
const LIST = tableNamed('referral-list');
const QUEUE = tableNamed('task-queue');
const DETAIL = tableNamed('referral-detail');

describe('The tables of the read models', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    const story = new Story();
    for (const id of IDS) story.submit(id).claim(`${id}-1`).move(`${id}-1`, [1], 'Shipped');
    // Applied in three batches, as they would arrive live; a rebuild folds them at once.
    for (const third of [0, 1, 2]) {
      const { length } = story.events;
      await append(engines.store, story.events.slice((length * third) / 3, (length * (third + 1)) / 3));
      await projectAll(engines);
    }
  });
  afterAll(() => engines.close());
  const compare = async () =>
    checkReadModels(
      await readTables(engines.db),
      await rebuildTables(engines.store, await testDatabase(), 'rebuilt_for_the_spec'),
    );

  it('are what a rebuild makes', async () => {
    expect((await readTables(engines.db)).get(LIST)?.size).toBe(IDS.length);
    expect(await compare()).toEqual([]);
  });

  it('are found to differ where a row, a state or a count was changed, and where a row is gone', async () => {
    const { pool } = engines;
    await pool.query(`update ${LIST} set status = 'Stopped' where referral_id = '${IDS[0]}'`);
    await pool.query(`update ${QUEUE}_state set position = position + 1 where entity = '${IDS[1]}'`);
    await pool.query(`update ${LIST}_tally set units = units + 1 where units > 0`);
    await pool.query(`delete from ${DETAIL} where referral_id = '${IDS[2]}'`);
    const tables = new Set((await compare()).map((words) => words.split(':')[0]));
    expect(tables).toEqual(new Set([LIST, `${QUEUE}_state`, `${LIST}_tally`, DETAIL]));
  });
});
