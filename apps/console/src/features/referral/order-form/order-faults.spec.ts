import { describe, expect, it } from '@jest/globals';
import texts from '../../../../texts/en/order-form.json' with { type: 'json' };
import { asFieldErrors, openFaults, summaryOf } from './order-faults.js';

const line = { catalogueId: 'briefs', itemCategory: 'Incontinence', item: 'Briefs', hcpcs: null, description: null };
const items = ['Medium', 'Large'].map((name) => ({ ...line, option: { id: name, name, hcpcs: null }, qty: '' }));

describe('The summary of faults', () => {
  it('names the section as it is headed, and of a line of the cart the item with its option', () => {
    const message = 'Quantity is required.';
    const faults = ['items.0.qty', 'items.1.qty', 'items', 'memberInfo.lastName', 'memberInfo.zip', 'otherInfo'];
    expect(
      summaryOf(
        faults.map((path) => ({ path, message })),
        items,
        (section) => texts[section],
      ),
    ).toEqual([
      { id: 'items-0-qty', within: ['Items', 'Briefs · Medium'], message },
      { id: 'items-1-qty', within: ['Items', 'Briefs · Large'], message },
      { id: 'items', within: ['Items'], message },
      { id: 'memberInfo-lastName', within: ['Member'], message },
      { id: 'memberInfo-zip', within: ['Delivery address'], message },
      { id: 'otherInfo', within: ['Additional information'], message },
    ]);
  });
});

describe('The things to fix after a submit', () => {
  const required = (path: string) => ({ path, message: `${path} is required.` });
  const [name, zip, first, second] = ['memberInfo.lastName', 'memberInfo.zip', 'items.0.qty', 'items.1.qty'].map(
    required,
  ) as [...ReturnType<typeof required>[]];
  const broken = { path: 'items', message: 'Maximum of 1 breast pump can be ordered' };
  const left = (
    submitted: readonly ReturnType<typeof required>[],
    now: readonly ReturnType<typeof required>[],
    cart: readonly ReturnType<typeof required>[] = [],
  ) => openFaults(submitted, asFieldErrors(now), cart).map(({ path }) => path);

  it('become fewer as they are fixed, and none', () => {
    expect(left([name!, zip!], [name!, zip!])).toEqual(['memberInfo.lastName', 'memberInfo.zip']);
    expect(left([name!, zip!], [zip!])).toEqual(['memberInfo.zip']);
    expect(left([name!, zip!], [])).toEqual([]);
  });

  it('do not become more by a field that was right at the submit', () => {
    expect(left([name!], [name!, zip!])).toEqual(['memberInfo.lastName']);
    expect(left([name!], [name!], [first!])).toEqual(['memberInfo.lastName']);
  });

  it('are those of the cart as it is now, whose lines change their places', () => {
    expect(left([name!, broken, second!, zip!], [name!, zip!], [broken, first!])).toEqual([
      'memberInfo.lastName',
      'items',
      'items.0.qty',
      'memberInfo.zip',
    ]);
    expect(left([broken, second!, zip!], [zip!], [])).toEqual(['memberInfo.zip']);
  });
});
