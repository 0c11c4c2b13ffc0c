import { describe, expect, it } from '@jest/globals';
import { parseQuery, unstorableTexts } from './parse.js';

describe('A query', () => {
  it('is decoded', () => {
    expect({ ...parseQuery('search=Mu%C3%B1oz+100%25&tab=') }).toEqual({ search: 'Muñoz 100%', tab: '' });
  });

  it.each(['search=Mu%F1oz', 'search=%ED%A0%80', 'search=100%', '%ff=1'])(
    'that is no UTF-8 is refused: %s',
    (query) => {
      expect(() => parseQuery(query)).toThrow(expect.objectContaining({ status: 400 }));
    },
  );
});

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
