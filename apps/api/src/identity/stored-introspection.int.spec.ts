import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@throughline/platform';
import { testDatabase } from '@throughline/platform/testing';
import { API_TABLES, type ApiSchema } from '../engines/api-schema.js';
import { StoredIntrospection } from './stored-introspection.js';

let database: Database<ApiSchema>;
let nodes: readonly StoredIntrospection[];
let introspected: string[];
/** The provider's answer; an error if it cannot be reached. */
let answer: boolean | Error;

beforeAll(async () => {
  database = openDatabase<ApiSchema>(await testDatabase(), { max: 4 });
  for (const statement of API_TABLES) await database.pool.query(statement);
});
afterAll(() => database.close());

/** Moves the stored times back, as if this many seconds had passed. */
const pass = (seconds: number) =>
  database.pool.query(
    `update token_answer set asked_at = asked_at - make_interval(secs => $1),
                             answered_at = answered_at - make_interval(secs => $1)`,
    [seconds],
  );
const areActive = (token = 'a') => Promise.all(nodes.map((node) => node.isActive(token)));

describe('Stored introspection', () => {
  beforeEach(async () => {
    await database.pool.query('delete from token_answer');
    introspected = [];
    answer = true;
    const introspect = (token: string) => {
      introspected.push(token);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    nodes = [1, 2, 3].map(() => new StoredIntrospection(database.db, introspect));
  });

  it('asks the provider once a minute for all nodes together', async () => {
    const startedAt = performance.now();
    await nodes[0]!.isActive('a');
    let passed = 0;
    for (; passed < 600; passed += 2) {
      expect(await areActive()).toEqual([true, true, true]);
      await pass(2);
    }
    // The time that the loop itself takes passes as well.
    const minutes = (passed + (performance.now() - startedAt) / 1000) / 60;
    expect(introspected.length).toBeLessThanOrEqual(Math.ceil(minutes));
    expect(introspected.length).toBeGreaterThanOrEqual(10);
  });

  it('is per token, and stores no token', async () => {
    await areActive('a');
    answer = false;
    expect(await nodes[0]!.isActive('b')).toBe(false);
    expect(await nodes[1]!.isActive('a')).toBe(true);
    const { rows } = await database.pool.query('select * from token_answer');
    expect(JSON.stringify(rows)).not.toMatch(/"(a|b)"/);
  });

  it('shows a change to every node within a minute', async () => {
    await areActive();
    answer = false;
    await pass(59);
    expect(await areActive()).toEqual([true, true, true]);
    await pass(1);
    await nodes[0]!.isActive('a');
    expect(await areActive()).toEqual([false, false, false]);
  });

  it('is repeated five seconds after a failure, and the last answer holds a little longer than that', async () => {
    await areActive();
    answer = new Error('away');
    await pass(60);
    await expect(nodes[0]!.isActive('a')).rejects.toThrow('away');
    expect(await nodes[1]!.isActive('a')).toBe(true);
    await pass(5);
    await expect(nodes[1]!.isActive('a')).rejects.toThrow('away');
    await pass(1);
    await expect(nodes[2]!.isActive('a')).rejects.toThrow('another node');
    answer = true;
    await pass(4);
    expect(await nodes[2]!.isActive('a')).toBe(true);
    expect(await areActive()).toEqual([true, true, true]);
  });
});
