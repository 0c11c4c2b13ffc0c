import { describe, expect, it } from '@jest/globals';
import { orderFormOf } from '@throughline/domain';
import { lineOf } from './cart.js';
import { emptyDraft } from './order-draft.js';
import { faultsOf } from './validate-order.js';

const general = orderFormOf('general');
const cane = {
  id: 'cane',
  itemCategory: 'Equipment',
  item: 'Cane',
  description: 'Folding',
  hcpcs: 'E0100',
  image: null,
  imageAlt: null,
  options: [],
} as never;
const empty = emptyDraft(general);
const draft = {
  ...empty,
  memberInfo: { ...empty.memberInfo, state: 'NY' },
  items: [{ ...lineOf(cane, null), catalogueId: null, itemCategory: 'Custom Item' }, lineOf(cane, null)],
};
const ofItems = (found: ReturnType<typeof faultsOf>) => found.filter(({ path }) => path.startsWith('items'));

describe('Faults of an order', () => {
  it('name each line that is not offered where the member lives, at its quantity', () => {
    expect(ofItems(faultsOf(general, draft, () => ({})))).toEqual([
      {
        path: 'items.1.qty',
        message: 'Not available in New York',
      },
    ]);
  });

  it('tell whatever is wrong with a line at its quantity, once', () => {
    const line = { ...lineOf(cane, null), catalogueId: null, itemCategory: 'Custom Item' };
    const items = [
      { ...line, item: 'x'.repeat(101), qty: '1e3' },
      { ...line, qty: '' },
    ];
    expect(ofItems(faultsOf(general, { ...draft, items }, () => undefined))).toEqual([
      { path: 'items.0.qty', message: 'Item is limited to 100 characters.' },
      { path: 'items.1.qty', message: 'Quantity is required.' },
    ]);
  });

  it('say nothing of the offer while it is unknown, and ask for that of the member’s state', () => {
    expect(ofItems(faultsOf(general, draft, () => undefined))).toEqual([]);
    const offerIn = (state: string) => (state === 'NY' ? { Equipment: [cane] } : {});
    expect(ofItems(faultsOf(general, draft, offerIn))).toEqual([]);
  });
});
