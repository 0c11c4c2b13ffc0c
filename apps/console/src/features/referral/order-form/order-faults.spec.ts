import { describe, expect, it } from '@jest/globals';
import { summaryOf } from './order-faults.js';

const line = { catalogueId: 'briefs', itemCategory: 'Incontinence', item: 'Briefs', hcpcs: null, description: null };
const items = ['Medium', 'Large'].map((name) => ({ ...line, option: { id: name, name, hcpcs: null }, qty: '' }));

describe('The summary of faults', () => {
  it('names the section, and of a line of the cart the item with its option', () => {
    const message = 'Quantity is required.';
    const faults = ['items.0.qty', 'items.1.qty', 'items', 'memberInfo.lastName', 'otherInfo'];
    expect(
      summaryOf(
        faults.map((path) => ({ path, message })),
        items,
      ),
    ).toEqual([
      { id: 'items-0-qty', within: ['Items', 'Briefs, Medium'], message },
      { id: 'items-1-qty', within: ['Items', 'Briefs, Large'], message },
      { id: 'items', within: ['Items'], message },
      { id: 'memberInfo-lastName', within: ['Member'], message },
      { id: 'otherInfo', within: [], message },
    ]);
  });
});
