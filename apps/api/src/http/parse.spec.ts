import { describe, expect, it } from '@jest/globals';
import { unstorableTexts } from './parse.js';

describe('Storable text', () => {
  it('is any well-formed text, in any script', () => {
    expect(unstorableTexts({ name: 'ليلى 王 👩‍👧', lines: ['a', 1, null, true] })).toEqual([]);
  });

  it('has no NUL and no unpaired surrogate', () => {
    expect(unstorableTexts({ a: 'x\0', items: [{ note: 'ok' }, { note: '\ud83d' }] }).toSorted()).toEqual([
      'a',
      'items.1.note',
    ]);
  });

  it('is checked at any depth', () => {
    let deep: unknown = 'x\0';
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(unstorableTexts(deep)).toHaveLength(1);
  });
});
