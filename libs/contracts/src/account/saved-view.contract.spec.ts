import { describe, expect, it } from '@jest/globals';
import { saveViewBody } from './saved-view.contract.js';

describe('A view to be saved', () => {
  const faultsOf = (body: object) => saveViewBody.safeParse(body).error?.issues.map(({ message }) => message);
  const view = { screen: 'queue', name: ' My Arizona ', search: 'page=2&state=AZ' };

  it('has a trimmed name, and no page', () => {
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
    expect(faultsOf({ ...view, screen: 'messages' })).toHaveLength(1);
  });
});
