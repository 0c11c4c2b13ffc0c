import { afterAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@throughline/platform';
import { testDatabase, until } from '@throughline/platform/testing';
import { runAsLeader } from './consumer-host.js';

const url = await testDatabase();

describe('Leadership', () => {
  const { pool, close } = openDatabase(url);
  afterAll(close);

  /** Runs until it is stopped; `leading` lists the leaders. */
  function candidate(name: string, leading: string[]) {
    const stop = new AbortController();
    const ended = runAsLeader({
      pool,
      name: 'a loop',
      signal: stop.signal,
      work: async (signal) => {
        leading.push(name);
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        leading.splice(leading.indexOf(name), 1);
      },
      onStandby: () => undefined,
      onError: (error) => {
        throw error;
      },
    });
    return { stop: () => stop.abort(), ended };
  }

  it('has one holder at a time; the other takes over when it ends', async () => {
    const leading: string[] = [];
    const candidates = { a: candidate('a', leading), b: candidate('b', leading) };
    await until('somebody leads', () => leading.length > 0);
    const [first] = leading as ['a' | 'b'];
    const second = first === 'a' ? 'b' : 'a';
    candidates[first].stop();
    await until('the other leads', () => leading[0] === second);
    candidates[second].stop();
    await Promise.all([candidates.a.ended, candidates.b.ended]);
    expect(leading).toEqual([]);
  });

  it('ends with the session that holds it, and is requested again', async () => {
    const leading: string[] = [];
    let times = 0;
    const only = candidate('only', {
      push: (name: string) => (times++, leading.push(name)),
      splice: () => leading.splice(0, 1),
      indexOf: () => 0,
    } as unknown as string[]);
    await until('it leads', () => times === 1);
    await pool.query(
      `select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    );
    await until('it leads again', () => times === 2);
    only.stop();
    await only.ended;
  });
});
