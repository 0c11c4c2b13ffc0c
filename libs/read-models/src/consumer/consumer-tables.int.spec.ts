import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@throughline/platform';
import { testDatabase } from '@throughline/platform/testing';
import type { ReadModelSchema } from '../read-model-schema.js';
import { listProgress, projectedPosition } from './checkpoint.js';
import { prepareConsumerTables } from './consumer-tables.js';
import { listParked } from './parked-stream.js';

describe('The tables of the consumers', () => {
  let database: Database<ReadModelSchema>;
  beforeEach(async () => {
    database = openDatabase<ReadModelSchema>(await testDatabase(), { max: 8 });
  });
  afterEach(() => database.close());

  it('are created once, empty, by all processes that start at the same moment', async () => {
    await Promise.all(Array.from({ length: 8 }, () => prepareConsumerTables(database.db)));
    expect(await listProgress(database.db)).toEqual([]);
    expect(await listParked(database.db)).toEqual([]);
    expect(await projectedPosition(database.db)).toBeNull();
  });

  it('are not begun beside those of a release before 2.3.1, whose policies would do everything again', async () => {
    const before = 'create table follower_checkpoint (follower text primary key, position bigint not null)';
    await database.pool.query(before);
    await expect(prepareConsumerTables(database.db)).rejects.toThrow('before 2.3.1');
    await database.pool.query('drop table follower_checkpoint');
    // Later releases had a view of this name, which is no reason to refuse.
    await database.pool.query('create view follower_checkpoint as select 1 as position');
    await prepareConsumerTables(database.db);
    await prepareConsumerTables(database.db);
    expect(await listProgress(database.db)).toEqual([]);
  });
});
