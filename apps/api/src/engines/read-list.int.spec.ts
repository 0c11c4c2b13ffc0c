import { afterAll, describe, expect, it } from '@jest/globals';
import { startApi } from '../testing/api-under-test.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

describe('A search whose reader has gone', () => {
  it.each([
    ['/referrals', 'referral_list'],
    ['/notes', 'note_list'],
    ['/tasks', 'task_queue'],
  ])('is canceled in the database: %s', async (path, table) => {
    const { pool } = api.engines.database;
    const waiting = async () => {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and query like '%${table}%'`,
      );
      return rows[0]?.count;
    };
    const blocker = await pool.connect();
    try {
      await blocker.query('begin');
      await blocker.query(`lock table ${table} in access exclusive mode`);
      const reader = new AbortController();
      const answer = fetch(`${api.origin}/api${path}?search=diaz`, {
        headers: { authorization: `Bearer ${api.tokens.staff}` },
        signal: reader.signal,
      });
      await until(async () => (await waiting()) === 1);
      reader.abort();
      await expect(answer).rejects.toThrow('aborted');
      await until(async () => (await waiting()) === 0);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
  });
});
