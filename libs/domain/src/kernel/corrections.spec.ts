import { expect, it } from '@jest/globals';
import { comparedWithSeen } from './corrections.js';

const PATH = 'memberInfo.phone';
const replaced = ['A', 'B', 'C'].map((before, correction) => ({ path: PATH, before, correction }));

it('a field that others corrected and corrected back is not overwritten by who has not seen both', () => {
  // The value went from A to B, to C and back to A.
  const isOverwritten = (seen: number) => {
    const { isChanged, collisions } = comparedWithSeen(replaced, seen);
    expect(isChanged(PATH, 'D', 'A')).toBe(true);
    return collisions;
  };
  expect(isOverwritten(0)).toEqual([{ path: PATH, seen: 'C', now: 'A' }]);
  expect(isOverwritten(2)).toEqual([{ path: PATH, seen: 'C', now: 'A' }]);
  expect(isOverwritten(1)).toEqual([{ path: PATH, seen: 'B', now: 'A' }]);
  expect(isOverwritten(3)).toEqual([]);
});

it('what nobody wants to change otherwise is no collision, whatever it was in between', () => {
  const { isChanged, collisions } = comparedWithSeen(replaced, 0);
  expect(isChanged(PATH, 'A', 'A')).toBe(false);
  expect(isChanged('memberInfo.city', 'Yuma', 'Mesa')).toBe(true);
  expect(collisions).toEqual([]);
});
