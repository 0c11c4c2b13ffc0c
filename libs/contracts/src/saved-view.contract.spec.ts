import { describe, expect, it } from '@jest/globals';
import { canonicalSearch, saveViewBody } from './saved-view.contract.js';

describe('The query of a view', () => {
  it('is the same in whatever order it was chosen, and on whatever page', () => {
    const chosen = canonicalSearch('?task=Shipped&state=TX,AZ&page=3&tab=mine');
    expect(chosen).toBe('state=AZ%2CTX&tab=mine&task=Shipped');
    expect(canonicalSearch('tab=mine&state=AZ%2CTX&task=Shipped')).toBe(chosen);
    expect(canonicalSearch(chosen)).toBe(chosen);
  });

  it('keeps what was typed as it was typed', () => {
    expect(canonicalSearch('search=Ruiz%2C+Ana&status=')).toBe('search=Ruiz%2C+Ana');
  });
});

describe('A view to be saved', () => {
  const faultsOf = (body: object) => saveViewBody.safeParse(body).error?.issues.map(({ message }) => message);
  const view = { screen: 'queue', name: ' My Arizona ', search: 'page=2&state=AZ' };

  it('has a name without spaces around it, and no page', () => {
    expect(saveViewBody.parse(view)).toEqual({ screen: 'queue', name: 'My Arizona', search: 'state=AZ' });
  });

  it.each([
    [{ name: '  ' }, 'Name is required.'],
    [{ name: 'x'.repeat(51) }, 'Name is limited to 50 characters.'],
    [{ search: `search=${'x'.repeat(1000)}` }, 'These are too many filters to keep as a view.'],
  ])('is not taken with %j', (fault, message) => {
    expect(faultsOf({ ...view, ...fault })).toEqual([message]);
  });

  it('is of a screen that has views', () => {
    expect(faultsOf({ ...view, screen: 'audit' })).toHaveLength(1);
  });
});
