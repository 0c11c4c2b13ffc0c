import { describe, expect, it } from '@jest/globals';
import { asReferralId, inGroupsOfFive } from './referral-id-format.js';

describe('Referral id', () => {
  it('is shown in groups of five digits', () => {
    expect(['263254123071844', '1234567', '12345'].map(inGroupsOfFive)).toEqual([
      '26325 41230 71844',
      '12345 67',
      '12345',
    ]);
  });

  it('is found in what was pasted', () => {
    expect(['26325 41230 71844', ' 263254123071844 ', 'Ruiz', '85'].map(asReferralId)).toEqual([
      '263254123071844',
      '263254123071844',
      null,
      null,
    ]);
  });
});
