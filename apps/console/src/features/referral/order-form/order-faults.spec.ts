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
      { id: 'items-0-qty', message: 'Items: Briefs, Medium: Quantity is required.' },
      { id: 'items-1-qty', message: 'Items: Briefs, Large: Quantity is required.' },
      { id: 'items', message: 'Items: Quantity is required.' },
      { id: 'memberInfo-lastName', message: 'Member: Quantity is required.' },
      { id: 'otherInfo', message: 'Quantity is required.' },
    ]);
  });
});
