import { describe, expect, it } from '@jest/globals';
import { readCache } from './read-cache.js';

const ana = { firstName: 'Ana' };

function cacheOf(find: (key: string) => Promise<typeof ana | undefined>) {
  const clock = { ms: 1 };
  const keysRead: string[] = [];
  const cache = readCache(
    (key) => {
      keysRead.push(key);
      return find(key);
    },
    1_000,
    () => clock.ms,
  );
  return { cache, keysRead, clock };
}

describe('A read cache', () => {
  it('reads a row once within its time to live, and again after it', async () => {
    const { cache, keysRead, clock } = cacheOf(() => Promise.resolve(ana));
    expect(await Promise.all([cache.fetch('u1'), cache.fetch('u1')])).toEqual([ana, ana]);
    clock.ms = 900;
    await cache.fetch('u1');
    expect(keysRead).toEqual(['u1']);
    clock.ms = 5_000;
    await cache.fetch('u1');
    expect(keysRead).toEqual(['u1', 'u1']);
  });

  it('reads a missing row each time', async () => {
    let row = undefined as typeof ana | undefined;
    const { cache, keysRead } = cacheOf(() => Promise.resolve(row));
    expect(await cache.fetch('u1')).toBeUndefined();
    row = ana;
    expect(await cache.fetch('u1')).toBe(ana);
    expect(keysRead).toHaveLength(2);
  });

  it('reads again after a failed read', async () => {
    const failing = new Error('away');
    let error = failing as Error | null;
    const { cache } = cacheOf(() => (error ? Promise.reject(error) : Promise.resolve(ana)));
    await expect(cache.fetch('u1')).rejects.toBe(failing);
    error = null;
    expect(await cache.fetch('u1')).toBe(ana);
  });
});
