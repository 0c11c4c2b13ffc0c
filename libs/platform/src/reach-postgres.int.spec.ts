import { describe, expect, it } from '@jest/globals';
import { testDatabase } from '@throughline/platform/testing';
import { reachPostgres } from './reach.js';

const url = await testDatabase();
const otherwise = (change: Partial<URL>) => Object.assign(new URL(url), change).href;

describe('PostgreSQL', () => {
  it('is reached', async () => {
    await expect(reachPostgres(url)).resolves.toBeUndefined();
  });

  it.each([
    [{ password: 'wrong' }, 'its user or its password is wrong'],
    [{ password: '' }, 'its server asks for a password'],
    [{ pathname: '/elsewhere' }, 'its server has no database of this name'],
  ])('is refused with %j in plain words', async (change, why) => {
    await expect(reachPostgres(otherwise(change))).rejects.toThrow(why);
  });
});
