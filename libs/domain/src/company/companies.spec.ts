import { describe, expect, it } from '@jest/globals';
import { COMPANIES, companyOf } from './companies.js';

describe('Companies', () => {
  it('each have a unique id', () => {
    expect(new Set(COMPANIES.map(({ id }) => id)).size).toBe(COMPANIES.length);
  });

  it('are found by id: that of the diaper orders is in Virginia', () => {
    expect(companyOf(40)?.state).toBe('VA');
    expect(companyOf(null)).toBeUndefined();
    expect(companyOf(999)).toBeUndefined();
  });
});
