import { describe, expect, it } from '@jest/globals';
import texts from '../../../../texts/en/order-form.json' with { type: 'json' };
import { ORDER_FORM_IDS, orderFormOf } from '@throughline/domain';
import { emptyDraft } from './order-draft.js';
import { asFieldErrors, isFoldable, openFaults, sectionOf, summaryOf } from './order-faults.js';
import { faultsOf } from './validate-order.js';

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

describe('A section in one line', () => {
  it('is one that no order needs', () => {
    const foldable = (form = orderFormOf('general')) => form.sections.filter((section) => isFoldable(form, section));
    expect(foldable()).toEqual(['clinical', 'physician', 'attachments', 'additional']);
    expect(foldable({ ...orderFormOf('general'), required: ['source', 'physician'] })).not.toContain('physician');
    expect(foldable(orderFormOf('breast-pump'))).toEqual(['additional']);
  });

  it.each(ORDER_FORM_IDS)('has nothing that is missing in an empty form: %s', (id) => {
    const form = orderFormOf(id);
    const missing = faultsOf(form, emptyDraft(form), () => undefined).map(({ path }) => sectionOf(path)!);
    expect(missing).toContain('member');
    expect(missing.filter((section) => isFoldable(form, section))).toEqual([]);
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
