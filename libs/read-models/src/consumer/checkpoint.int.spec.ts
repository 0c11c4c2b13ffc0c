import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@throughline/platform';
import { testDatabase } from '@throughline/platform/testing';
import type { ReadModelSchema } from '../read-model-schema.js';
import { CheckpointMoved, moveCheckpoint, readCheckpoint } from './checkpoint.js';

describe('The checkpoint of a consumer that reacts', () => {
  let database: Database<ReadModelSchema>;
  beforeAll(async () => {
    database = openDatabase<ReadModelSchema>(await testDatabase(), { max: 12 });
  });
  afterAll(() => database.close());

  it('is zero for all that start at the same moment over a new database', async () => {
    await Promise.all(Array.from({ length: 12 }, () => database.pool.query('select 1'))); // all connections are open, so they query at once
    const consumers = Array.from({ length: 12 }, (_, n) => `consumer-${n % 6}`);
    const positions = await Promise.all(consumers.map((consumer) => readCheckpoint(database.db, consumer)));
    expect(positions).toEqual(consumers.map(() => 0));
  });

  it('is read as it was moved, and is moved by one of two processes', async () => {
    await moveCheckpoint(database.db, 'consumer-0', 0, 7);
    expect(await readCheckpoint(database.db, 'consumer-0')).toBe(7);
    const other = moveCheckpoint(database.db, 'consumer-0', 0, 9);
    await expect(other).rejects.toThrow(CheckpointMoved);
  });
});
