import { describe, expect, it } from '@jest/globals';
import { COMPANIES, companyOf, isOperator } from './companies.js';

describe('Companies', () => {
  it('have each their own id', () => {
    expect(new Set(COMPANIES.map(({ id }) => id)).size).toBe(COMPANIES.length);
  });

  it('are found by id, the diaper orders’ one in Virginia', () => {
    expect(companyOf(40)?.state).toBe('VA');
    expect(companyOf(null)).toBeUndefined();
    expect(companyOf(999)).toBeUndefined();
  });

  it('are the operator or not; nobody’s company is not', () => {
    expect([1, 12, null].map((id) => isOperator(id, 1))).toEqual([true, false, false]);
  });
});
