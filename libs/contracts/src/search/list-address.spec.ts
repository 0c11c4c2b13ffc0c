import { describe, expect, it } from '@jest/globals';
import { canonicalSearch } from './list-address.js';

describe('The query of a view', () => {
  it('does not depend on the order of its parameters or on the page', () => {
    const chosen = canonicalSearch('?task=Shipped&state=TX,AZ&page=3&tab=mine');
    expect(chosen).toBe('state=AZ%2CTX&tab=mine&task=Shipped');
    expect(canonicalSearch('tab=mine&state=AZ%2CTX&task=Shipped')).toBe(chosen);
    expect(canonicalSearch(chosen)).toBe(chosen);
  });

  it('leaves the search text unchanged', () => {
    expect(canonicalSearch('search=Ruiz%2C+Ana&status=')).toBe('search=Ruiz%2C+Ana');
  });
});
