import { describe, expect, it } from '@jest/globals';
import { shortened } from './shortened.js';

describe('A text that is shortened', () => {
  it.each([
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['a word', 3, 'a…'],
    ['😀😀😀', 6, '😀😀😀'],
    ['😀😀😀', 5, '😀😀…'],
    ['😀😀😀', 4, '😀…'],
  ])('%s, to %i units, is %s', (text, length, expected) => {
    expect(shortened(text, length)).toBe(expected);
  });

  it('is well formed wherever it is cut', () => {
    const text = 'a😀é👩‍👩‍👧'.repeat(20);
    const cut = Array.from({ length: text.length }, (_, length) => shortened(text, length + 1));
    expect(cut.filter((one) => /\p{Surrogate}/u.test(one))).toEqual([]);
  });
});
