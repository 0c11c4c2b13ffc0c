import { describe, expect, it } from '@jest/globals';
import { claimedUserIds } from './user-id-claims.js';

describe('The user ids that a request names', () => {
  it.each([
    ['a field', { userId: 'u-1' }],
    ['a field of a part', { items: [{ userId: 'u-1' }] }],
    ['the id of a user', { user: { id: 'u-1', name: 'Ana' } }],
    ['a user that is its id', { user: 'u-1' }],
    ['the id of the user of a part', { order: { user: { id: 'u-1' } } }],
  ])('are found in %s', (_, body) => {
    expect(claimedUserIds(body)).toEqual(['u-1']);
  });

  it('match no user if they are not text', () => {
    const claimed = claimedUserIds({ userId: ['u-1'] });
    expect(claimed).toHaveLength(1);
    expect(claimed).not.toContain('u-1');
  });

  it('are none where no user is named', () => {
    for (const body of [undefined, null, 'userId', { userId: null }, { userId: '' }, { user: null }, { id: 'x' }]) {
      expect(claimedUserIds(body)).toEqual([]);
    }
  });

  it('are found at any depth', () => {
    let deep: unknown = { userId: 'u-1' };
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(claimedUserIds(deep)).toEqual(['u-1']);
  });
});
