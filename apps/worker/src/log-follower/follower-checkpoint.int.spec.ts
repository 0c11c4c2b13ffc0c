import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@throughline/platform';
import { testDatabase } from '@throughline/platform/testing';
import {
  FollowerCheckpointMoved,
  type FollowerSchema,
  moveFollowerCheckpoint,
  readFollowerCheckpoint,
} from './follower-checkpoint.js';

describe('Where a follower of the log stands', () => {
  let database: Database<FollowerSchema>;
  beforeAll(async () => {
    database = openDatabase<FollowerSchema>(await testDatabase(), { max: 12 });
  });
  afterAll(() => database.close());

  it('is the beginning, for all that start at the same moment over a new database', async () => {
    await Promise.all(Array.from({ length: 12 }, () => database.pool.query('select 1'))); // All connected: they ask at once.
    const followers = Array.from({ length: 12 }, (_, n) => `follower-${n % 6}`);
    const positions = await Promise.all(followers.map((follower) => readFollowerCheckpoint(database.db, follower)));
    expect(positions).toEqual(followers.map(() => 0));
  });

  it('is where it was moved to, and is moved by one', async () => {
    await moveFollowerCheckpoint(database.db, 'follower-0', 0, 7);
    expect(await readFollowerCheckpoint(database.db, 'follower-0')).toBe(7);
    const other = moveFollowerCheckpoint(database.db, 'follower-0', 0, 9);
    await expect(other).rejects.toThrow(FollowerCheckpointMoved);
  });
});
