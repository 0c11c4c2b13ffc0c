import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@throughline/platform';
import { testDatabase } from '@throughline/platform/testing';
import type { ReadModelSchema } from '../read-model-schema.js';
import { listProgress, moveCheckpoint, projectedPosition, readCheckpoint } from './checkpoint.js';
import { prepareConsumerTables } from './consumer-tables.js';
import { listParked } from './parked-stream.js';

/** The tables and rows of the previous release. */
const BEFORE = `
  create table read_model_checkpoint
    (table_name text primary key, model text not null, status text not null, position bigint not null,
     moved_at timestamptz not null default now());
  create table follower_checkpoint (follower text primary key, position bigint not null);
  create table parked_stream
    (consumer text not null, stream text not null, position bigint not null, error text not null,
     parked_at timestamptz not null default now(), primary key (consumer, stream));
  insert into read_model_checkpoint values ('account_v1', 'account', 'active', 40), ('account_v2', 'account', 'building', 7);
  insert into follower_checkpoint values ('policies', 38), ('planner', 39);
  insert into parked_stream values ('account_v1', 'account-1', 12, 'poison');`;

describe('The tables of the consumers', () => {
  let database: Database<ReadModelSchema>;
  beforeEach(async () => {
    database = openDatabase<ReadModelSchema>(await testDatabase(), { max: 8 });
  });
  afterEach(() => database.close());

  const ask = async (statement: string) => (await database.pool.query<Record<string, unknown>>(statement)).rows;

  it('are created once, empty, by all processes that start at the same moment', async () => {
    await Promise.all(Array.from({ length: 8 }, () => prepareConsumerTables(database.db)));
    expect(await listProgress(database.db)).toEqual([]);
    expect(await listParked(database.db)).toEqual([]);
    expect(await projectedPosition(database.db)).toBeNull();
  });

  describe('of the release before this one', () => {
    beforeEach(async () => {
      await database.pool.query(BEFORE);
      await Promise.all(Array.from({ length: 4 }, () => prepareConsumerTables(database.db)));
    });

    it('are carried over, rows and all', async () => {
      expect(await listProgress(database.db)).toEqual([
        { table: 'account_v1', status: 'active', position: 40 },
        { table: 'account_v2', status: 'building', position: 7 },
      ]);
      expect(await projectedPosition(database.db)).toBe(40);
      expect([await readCheckpoint(database.db, 'policies'), await readCheckpoint(database.db, 'planner')]).toEqual([
        38, 39,
      ]);
      expect(await listParked(database.db)).toMatchObject([
        { consumer: 'account_v1', stream: 'account-1', position: 12 },
      ]);
    });

    it('remain for its nodes, which continue with the same rows', async () => {
      // The queries of its projector, its rebuild, its policies and its API, word for word.
      const moved = await ask(
        `update "read_model_checkpoint" set "position" = 41, "moved_at" = now() where "status" = 'active' and "position" = 40 returning "table_name"`,
      );
      expect(moved).toEqual([{ table_name: 'account_v1' }]);
      await ask(`select "position" from "read_model_checkpoint" where "status" = 'active' for update`);
      await ask(`insert into read_model_checkpoint (table_name, model, status, position)
        select 'note_v1', 'note', 'building', 0 where not exists (select from read_model_checkpoint where table_name = 'note_v1')`);
      await ask(
        `update "read_model_checkpoint" set "status" = 'cancelled' where "table_name" = 'note_v1' and "status" = 'building'`,
      );
      await ask(
        `delete from "read_model_checkpoint" where "model" = 'account' and "status" in ('building') returning "table_name"`,
      );
      await ask(
        `insert into "follower_checkpoint" ("follower", "position") values ('policies', 0) on conflict do nothing`,
      );
      await ask(
        `insert into "follower_checkpoint" ("follower", "position") values ('another', 0) on conflict do nothing`,
      );
      await ask(`update follower_checkpoint set position = 50
        from (select set_config('synchronous_commit', 'off', true)) unflushed where follower = 'policies' and position = 38`);
      await ask(`insert into "parked_stream" ("consumer", "stream", "position", "error") values ('policy/p', 'referral-1', 3, 'poison')
        on conflict ("consumer", "stream") do update set "position" = excluded.position`);

      expect(await listProgress(database.db)).toEqual([
        { table: 'account_v1', status: 'active', position: 41 },
        { table: 'note_v1', status: 'cancelled', position: 0 },
      ]);
      expect(await readCheckpoint(database.db, 'policies')).toBe(50);
      await moveCheckpoint(database.db, 'policies', 50, 60);
      expect(await ask('select follower, position from follower_checkpoint order by 1')).toEqual([
        { follower: 'another', position: 0 },
        { follower: 'planner', position: 39 },
        { follower: 'policies', position: 60 },
      ]);
      expect(await listParked(database.db)).toHaveLength(2);
    });
  });

  it('are carried over beside a node that writes to them, which loses nothing', async () => {
    await database.pool.query(BEFORE);
    const busy = await database.pool.connect();
    await busy.query('begin');
    await busy.query(`update read_model_checkpoint set position = 41 where table_name = 'account_v1'`);
    const prepared = prepareConsumerTables(database.db);
    // Its next statement would deadlock with a migration that waited for the table.
    await busy.query('select from parked_stream');
    await busy.query(`update follower_checkpoint set position = 40 where follower = 'policies'`);
    await busy.query('commit');
    busy.release();
    await prepared;
    expect(await projectedPosition(database.db)).toBe(41);
    expect(await readCheckpoint(database.db, 'policies')).toBe(40);
  });
});
