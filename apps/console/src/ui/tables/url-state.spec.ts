import { describe, expect, it } from '@jest/globals';
import { readUrlState, writeUrlState } from './url-state.js';

const DEFAULTS = { tab: 'unassigned', page: 0, search: '', status: [] as readonly string[], includeCompany: false };
const read = (query: string) => readUrlState(new URLSearchParams(query), DEFAULTS);

describe('State in the address', () => {
  it('is the defaults for an address without parameters', () => {
    expect(read('')).toEqual(DEFAULTS);
  });

  it('is read from the address', () => {
    expect(read('tab=mine&page=2&search=Ruiz&status=Stopped,Shipped&includeCompany=true')).toEqual({
      tab: 'mine',
      page: 2,
      search: 'Ruiz',
      status: ['Stopped', 'Shipped'],
      includeCompany: true,
    });
  });

  it('falls back to the default for an invalid value', () => {
    expect(read('page=-1&includeCompany=maybe')).toEqual(DEFAULTS);
    expect(read('page=abc').page).toBe(0);
  });

  it('omits defaults, and leaves other parameters unchanged', () => {
    const before = new URLSearchParams('page=3&search=x&other=1');
    expect(writeUrlState(before, DEFAULTS, { page: 0, status: ['Stopped'] }).toString()).toBe(
      'search=x&other=1&status=Stopped',
    );
  });
});
