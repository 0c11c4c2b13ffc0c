import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testDatabase } from '@throughline/platform/testing';
import { openDatabase } from './database.js';
import { migrate } from './migrate.js';

const FIRST = 'create table thing (name text primary key)';

describe('The schema of the tables', () => {
  /** A role that owns a new database; the schema has the role's name. */
  let role: string;
  let url: string;
  let administrator: ReturnType<typeof openDatabase>;
  const asAdministrator = (statements: string) => administrator.pool.query(statements);
  beforeAll(async () => {
    administrator = openDatabase(await testDatabase(), { max: 1 });
  });
  afterAll(() => administrator.close());
  beforeEach(async () => {
    role = `role-${randomBytes(4).toString('hex')}`; // quoted wherever it is part of a statement
    const own = new URL(await testDatabase());
    await asAdministrator(`create role "${role}" login password 'secret'`);
    await asAdministrator(`alter database "${own.pathname.slice(1)}" owner to "${role}"`);
    Object.assign(own, { username: role, password: 'secret' });
    url = own.href;
  });

  /** Starts the product; returns what it finds in its table, and in which schema. */
  async function start(steps: readonly string[] = [FIRST]) {
    const { pool, close } = openDatabase(url, { max: 1 });
    try {
      await migrate(pool, 'things', steps);
      await pool.query(`insert into thing values ((select 'start ' || count(*) + 1 from thing))`);
      const { rows } = await pool.query<{ schema: string; names: string[] }>(
        `select array_agg(name order by name) as names,
           (select relnamespace::regnamespace::text from pg_class where oid = 'thing'::regclass) as schema from thing`,
      );
      return [rows[0]?.schema, rows[0]?.names];
    } finally {
      await close();
    }
  }
  /** Runs statements of an earlier release, or of a person, with the search path that the server gives. */
  async function without(statements: string) {
    const { pool, close } = openDatabase(url, { max: 1 });
    try {
      await pool.query(`reset search_path; ${statements}`);
    } finally {
      await close();
    }
  }

  it('stays the same when a schema gets the name of the role', async () => {
    expect(await start()).toEqual(['public', ['start 1']]);
    await without('create schema authorization current_user');
    expect(await start()).toEqual(['public', ['start 1', 'start 2']]);
    expect(await start([FIRST, 'alter table thing add column more text'])).toEqual([
      'public',
      ['start 1', 'start 2', 'start 3'],
    ]);
  });

  it('is where the first start was, when an earlier release has started again in the schema of the role’s name', async () => {
    await start();
    await without(`create schema authorization current_user;
      create table platform_migration (like public.platform_migration including all);
      insert into platform_migration (name, step, sha256) values ('captured-mail', 0, 'of another part')`);
    expect(await start()).toEqual(['public', ['start 1', 'start 2']]);
    expect(await start()).toEqual(['public', ['start 1', 'start 2', 'start 3']]);
  });

  it('is where the first start was, when an earlier release has failed there before it recorded anything', async () => {
    await start();
    await without(`create schema authorization current_user;
      create table platform_migration (like public.platform_migration including all)`);
    expect(await start()).toEqual(['public', ['start 1', 'start 2']]);
  });

  it('stays the schema of the role’s name where the tables are there already', async () => {
    await without(`create schema authorization current_user; create table platform_migration
      (name text, step int, sha256 text not null, applied_at timestamptz not null default now(), primary key (name, step))`);
    expect(await start()).toEqual([`"${role}"`, ['start 1']]);
    expect(await start()).toEqual([`"${role}"`, ['start 1', 'start 2']]);
  });

  it('is what the server gives where the role may make nothing in public, or does not search it', async () => {
    await without('create schema authorization current_user; revoke create on schema public from public');
    await without('revoke create on schema public from current_user');
    await asAdministrator(`alter role "${role}" set search_path = "${role}"`);
    expect(await start()).toEqual([`"${role}"`, ['start 1']]);
    expect(await start()).toEqual([`"${role}"`, ['start 1', 'start 2']]);
  });
});
