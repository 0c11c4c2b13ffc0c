import { describe, expect, it } from '@jest/globals';
import { countsOf, firstOf } from './of-member.js';

describe('The other referrals of a member', () => {
  it('are counted apart from those of the same name and date of birth', () => {
    const [same, namesake] = [{ isSameMedicaidId: true }, { isSameMedicaidId: false }];
    expect(countsOf([same, namesake, same])).toEqual({ ofMember: 2, ofNamesake: 1 });
    expect(countsOf([])).toEqual({ ofMember: 0, ofNamesake: 0 });
  });

  it('are all listed unless more than two would be hidden', () => {
    expect(firstOf([])).toEqual([]);
    expect(firstOf([1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
    expect(firstOf([1, 2, 3, 4, 5])).toEqual([1, 2]);
  });
});
