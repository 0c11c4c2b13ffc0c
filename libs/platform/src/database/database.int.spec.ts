import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTemporaryPostgres, testDatabase } from '@throughline/platform/testing';
import { type Kysely, sql } from 'kysely';
import { storageOutageOf } from '../storage-outage.js';
import { withAdvisoryLock } from './advisory-lock.js';
import { ensureDatabase, openDatabase } from './database.js';
import { migrate } from './migrate.js';

interface Schema {
  counter: { name: string; value: number };
}

const url = await testDatabase();

describe('Database', () => {
  const { pool, db, close } = openDatabase<Schema>(url);
  afterAll(close);

  beforeEach(async () => {
    await pool.query('drop table if exists counter, platform_migration');
    await migrate(pool, 'counter', ['create table counter (name text primary key, value bigint not null)']);
  });

  it('gives bigint as a number', async () => {
    await db.insertInto('counter').values({ name: 'a', value: Number.MAX_SAFE_INTEGER }).execute();
    expect(await db.selectFrom('counter').select('value').executeTakeFirstOrThrow()).toEqual({
      value: Number.MAX_SAFE_INTEGER,
    });
  });

  it('fails a query whose bigint is not a safe integer, and no other', async () => {
    await expect(pool.query('select 9007199254740993::bigint')).rejects.toThrow('beyond the safe integers');
    expect((await pool.query('select 1::bigint as one')).rows).toEqual([{ one: 1 }]);
  });

  it('finds words by their trigrams and compares text by code point', async () => {
    await pool.query('create extension if not exists pg_trgm');
    const { rows } = await pool.query("select 'thread' % 'threat' as alike, 'Z' < 'a' as before, lower('ÀÉ') as low");
    expect(rows).toEqual([{ alike: true, before: true, low: 'àé' }]);
  });

  it('ends an idle connection, and a wait for a lock, after the given time', async () => {
    const limited = openDatabase<Schema>(url, { idleSessionMs: 500, lockMs: 200 });
    const [holder, waiting] = [await limited.pool.connect(), await limited.pool.connect()];
    const ended = new Promise((resolve) => holder.once('end', resolve));
    const take = 'select pg_advisory_lock(7)';
    await holder.query(take);
    await expect(waiting.query(take)).rejects.toMatchObject({ code: '55P03' });
    await ended;
    expect((await waiting.query(take)).rowCount).toBe(1);
    holder.release(true);
    waiting.release();
    await limited.close();
  });

  describe('with a limit of time', () => {
    const isAway = (error: unknown) => storageOutageOf(error) === 'away';
    const pidOf = async (from: Kysely<Schema>) =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(from)).rows[0]!.pid;
    const never = sql`select pg_sleep(3600)`;

    it('has the server end a slow statement, as an outage, and keeps its connection', async () => {
      const limited = openDatabase<Schema>(url, { max: 1, answerMs: 2_000 });
      const pid = await pidOf(limited.db);
      const inTransaction = limited.db.transaction().execute((transaction) => never.execute(transaction));
      await expect(inTransaction).rejects.toMatchObject({ code: '57014' });
      expect(await inTransaction.catch(isAway)).toBe(true);
      expect(await pidOf(limited.db)).toBe(pid);
      await limited.close();
    });

    it('fails a query to a frozen server as an outage, and uses its connection no more', async () => {
      const limited = openDatabase<Schema>(url, { max: 1, answerMs: 200 });
      const frozen: number[] = [];
      // A frozen server does not cancel the statement either.
      const asks = async (from: Kysely<Schema>) => {
        await sql`set statement_timeout = 0`.execute(from);
        frozen.push(await pidOf(from));
        await never.execute(from);
      };
      expect(await limited.db.connection().execute(asks).catch(isAway)).toBe(true);
      expect(await limited.adHoc.transaction().execute(asks).catch(isAway)).toBe(true);
      expect(frozen).not.toContain(await pidOf(limited.db));
      expect(new Set(frozen).size).toBe(2);
      await pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [frozen]);
      await limited.close();
    });
  });

  it('prepares statements, and recovers when the columns of a table change', async () => {
    const one = openDatabase<Schema>(url, { max: 1 });
    const read = (from = one.db) => from.selectFrom('counter').where('name', '=', 'a').selectAll().execute();
    await db.insertInto('counter').values({ name: 'a', value: 1 }).execute();
    expect(await read()).toEqual([{ name: 'a', value: 1 }]);
    await read(one.adHoc);
    const { rows } = await one.pool.query('select statement from pg_prepared_statements');
    expect(rows).toEqual([{ statement: expect.stringContaining('from "counter"') }]);
    await pool.query('alter table counter add unit text');
    expect(await read()).toEqual([{ name: 'a', value: 1, unit: null }]);
    expect(await read()).toHaveLength(1);
    await pool.query('alter table counter drop unit');
    const inTransaction = () => one.db.transaction().execute((tx) => read(tx));
    await expect(inTransaction()).rejects.toMatchObject({ code: '0A000' });
    expect(await inTransaction()).toEqual([{ name: 'a', value: 1 }]);
    await one.close();
  });

  it('creates a database once', async () => {
    const name = new URL(url).pathname.slice(1);
    expect(await Promise.all([ensureDatabase(url, name), ensureDatabase(url, name)])).toEqual([url, url]);
  });

  it('recovers when its server restarts', async () => {
    const server = await startTemporaryPostgres();
    const other = openDatabase(server.url);
    await other.pool.query('select 1');
    const held = await other.pool.connect();
    await server.kill('SIGKILL');
    await expect(held.query('select 1')).rejects.toThrow();
    held.release(true);
    await server.start();
    expect((await other.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
    await other.close();
    await server.remove();
  });

  describe('migrating', () => {
    const first = 'create table counter (name text primary key, value bigint not null)';

    it('runs only new statements, once for all processes that start together', async () => {
      const second = "insert into counter values ('runs', 1)";
      await Promise.all(Array.from({ length: 4 }, () => migrate(pool, 'counter', [first, second])));
      expect(await db.selectFrom('counter').selectAll().execute()).toEqual([{ name: 'runs', value: 1 }]);
    });

    it('refuses a statement that was changed', async () => {
      await expect(migrate(pool, 'counter', ['create table other ()'])).rejects.toThrow('step 0 was changed');
    });

    it('rolls back a run that fails', async () => {
      await expect(migrate(pool, 'counter', [first, 'create table half ()', 'nonsense'])).rejects.toThrow(
        'syntax error',
      );
      await migrate(pool, 'counter', [first, 'create table half ()']);
    });
  });

  describe('an advisory lock', () => {
    it('has one holder at a time', async () => {
      let inside = 0;
      const most: number[] = [];
      const work = async () => {
        most.push(++inside);
        await pool.query('select 1');
        inside -= 1;
      };
      await Promise.all([1, 2, 3].map(() => withAdvisoryLock(pool, 'door', work)));
      expect(most).toEqual([1, 1, 1]);
    });

    it('is released when the work fails', async () => {
      await expect(withAdvisoryLock(pool, 'door', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
      expect(await withAdvisoryLock(pool, 'door', () => Promise.resolve('in'))).toBe('in');
    });

    it('is waited for until the wait is aborted', async () => {
      const signal = new AbortController();
      await withAdvisoryLock(pool, 'door', async () => {
        const waiting = withAdvisoryLock(pool, 'door', () => Promise.resolve('in'), { signal: signal.signal });
        signal.abort();
        expect(await waiting).toBeUndefined();
      });
    });

    it('passes within five seconds from a holder that went silent, and ends its open transactions', async () => {
      const silent = openDatabase(url);
      const [holder, writer] = await Promise.all([silent.pool.connect(), silent.pool.connect()]);
      await holder.query("select pg_try_advisory_lock(hashtextextended('door', 0))");
      await writer.query('begin');
      await writer.query("insert into counter values ('held', 1)");
      const since = performance.now();
      await withAdvisoryLock(pool, 'door', () => pool.query("insert into counter values ('held', 2)"));
      expect(performance.now() - since).toBeLessThan(5_000);
      await expect(writer.query('commit')).rejects.toThrow();
      for (const client of [holder, writer]) client.release(true);
      await silent.close();
    });

    it('stays with a holder that works for long', async () => {
      let waiting: Promise<unknown> | undefined;
      const lostIt = await withAdvisoryLock(pool, 'door', async (lost) => {
        waiting = withAdvisoryLock(pool, 'door', () => Promise.resolve('in'));
        await pool.query('select pg_sleep(4.5)'); // Longer than a silent holder keeps the lock.
        return lost.aborted;
      });
      expect([lostIt, await waiting]).toEqual([false, 'in']);
    });

    it('notifies its holder when it is lost', async () => {
      const holders =
        "select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";
      const notified = await withAdvisoryLock(pool, 'door', async (lost) => {
        const gone = new Promise((resolve) => lost.addEventListener('abort', () => resolve('lost')));
        await pool.query(`select pg_terminate_backend(pid) from (${holders}) as holder`);
        return gone;
      });
      expect(notified).toBe('lost');
      expect(await withAdvisoryLock(pool, 'door', () => Promise.resolve('in again'))).toBe('in again');
    });
  });
});
