import { describe, expect, it } from '@jest/globals';
import { ORDER_FORM_IDS, orderFormOf, sentencesAmong } from '@throughline/domain';
import words from '../../../../../../libs/domain/src/kernel/es/words.json' with { type: 'json' };
import { customLine, lineOf } from './cart.js';
import { emptyDraft, type OrderDraft } from './order-draft.js';
import { customItemFaults, faultsAtSubmit, faultsOf, parseOrder } from './validate-order.js';

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

describe('Somebody who orders for themselves', () => {
  const diapers = orderFormOf('diapers');
  const typed = {
    ...emptyDraft(diapers),
    isMember: true,
    referralInfo: {
      ...emptyDraft(diapers).referralInfo,
      firstName: 'Nadia',
      lastName: 'Cruz',
      phone: '8045550147',
      email: 'n@a.example',
    },
  };
  const paths = (draft: OrderDraft, form = diapers) => faultsOf(form, draft, () => undefined).map(({ path }) => path);

  it('types their name, phone and e-mail address once', () => {
    const { memberInfo, ...rest } = typed;
    const cases = { ...lineOf({ ...(cane as object), itemCategory: 'Baby Diaper Rewards' } as never, null), qty: '4' };
    const whole = {
      ...rest,
      memberInfo: {
        ...memberInfo,
        DOB: '1996-05-04',
        gender: 'Female',
        address1: '1 A St',
        city: 'Norfolk',
        zip: '23510',
      },
      insuranceInfo: { ...rest.insuranceInfo, medicaidId: 'A1' },
      items: [cases],
    };
    expect(paths(whole)).toEqual([]);
    expect(parseOrder(diapers, whole).memberInfo).toMatchObject({
      firstName: 'Nadia',
      lastName: 'Cruz',
      phone: '8045550147',
      email: 'n@a.example',
    });
    expect(paths({ ...whole, isMember: false })).toEqual([
      'memberInfo.lastName',
      'memberInfo.firstName',
      'memberInfo.phone',
    ]);
  });

  it('lists once what is missing', () => {
    const faults = paths({ ...typed, referralInfo: { ...typed.referralInfo, phone: '', email: 'n' } });
    expect(faults).toEqual(expect.arrayContaining(['referralInfo.phone', 'referralInfo.email']));
    expect(faults.filter((path) => /memberInfo.(phone|email|firstName|lastName)/.test(path))).toEqual([]);
  });

  it('is not known on a form without a look-up', () => {
    expect(paths({ ...empty, isMember: true }, general)).toContain('memberInfo.firstName');
  });
});

describe('Faults of an order', () => {
  it('name each line that is not offered where the member lives, at its quantity', () => {
    expect(ofItems(faultsOf(general, draft, () => ({})))).toEqual([
      {
        path: 'items.1.qty',
        message: 'Not available in New York',
      },
    ]);
  });

  it('name each line that is called otherwise in the catalogue by now, at its quantity', () => {
    const renamed = { ...(cane as object), item: 'Folding cane' } as never;
    expect(ofItems(faultsOf(general, draft, () => ({ Equipment: [renamed] })))).toEqual([
      {
        path: 'items.1.qty',
        message: 'Cane is in the catalogue with another name: "Folding cane", not "Cane". Remove it, and add it again.',
      },
    ]);
    expect(ofItems(faultsOf(general, draft, () => ({ Equipment: [cane] })))).toEqual([]);
  });

  it('report each fault of a line once, at its quantity', () => {
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

  it('are shown at the fields of a custom item before it is added, and so is that it was not added', () => {
    expect(customItemFaults({ name: ' ', description: '' })).toEqual([
      { path: 'customItem.name', message: 'Item is required.' },
    ]);
    const tooLong = { name: 'x'.repeat(101), description: 'x'.repeat(501) };
    expect(customItemFaults(tooLong)).toEqual([
      { path: 'customItem.name', message: 'Item is limited to 100 characters.' },
      { path: 'customItem.description', message: 'Description is limited to 500 characters.' },
    ]);
    expect(customItemFaults({ name: 'x'.repeat(100), description: 'x'.repeat(500) })).toEqual([]);
    const messagesOf = (faults: typeof faultsOf, customItem: typeof tooLong) =>
      faults(general, { ...draft, customItem }, () => undefined).flatMap(({ path, message }) =>
        path.startsWith('customItem') ? [message] : [],
      );
    const notAdded = 'Add the custom item to the order, or clear it.';
    const typed = { name: 'Cushion', description: '' };
    expect([messagesOf(faultsOf, typed), messagesOf(faultsAtSubmit, typed)]).toEqual([[], [notAdded]]);
    expect(messagesOf(faultsAtSubmit, { name: '', description: 'Left' })).toEqual([notAdded]);
    expect(messagesOf(faultsAtSubmit, tooLong)).toHaveLength(2);
  });

  it('block an order with an invalid UHC code, if the form asks for codes', () => {
    const messagesOf = (faults: typeof faultsOf, referralSource: string, uhcTyped: string) => {
      const typed = { ...draft, referralInfo: { ...draft.referralInfo, referralSource }, uhcTyped };
      return faults(general, typed, () => undefined).flatMap(({ path, message }) =>
        path === 'uhcCodes' ? [message] : [],
      );
    };
    expect(messagesOf(faultsOf, 'uhc file', 'b-2')).toEqual(['UHC codes may hold letters and digits only.']);
    expect(messagesOf(faultsOf, 'uhc file', 'b2')).toEqual([]);
    expect(messagesOf(faultsAtSubmit, 'uhc file', 'b2')).toEqual(['Add the code to the list, or clear it.']);
    expect(messagesOf(faultsAtSubmit, 'Portal', 'b-2')).toEqual([]);
  });

  it('do not mention the offer while it is unknown, and ask to wait for that of the member’s state', () => {
    expect(ofItems(faultsOf(general, draft, () => undefined))).toEqual([]);
    const offerIn = (state: string) => (state === 'NY' ? { Equipment: [cane] } : {});
    expect(ofItems(faultsOf(general, draft, offerIn))).toEqual([]);
  });
});

/** The draft with this text in every text field. */
const typedAs = (part: unknown, text: string): unknown => {
  if (typeof part === 'string') return text;
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one) => typedAs(one, text));
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, typedAs(inner, text)]));
};

describe('The faults of an order', () => {
  const find = sentencesAmong(Object.keys(words));
  const isKnown = (english: string) => Object.hasOwn(words, english);
  /** Whether a message is translated. Numbers and the names of states and plans stay as they are. */
  const isInSpanish = (message: string) => {
    if (isKnown(message)) return true;
    const places = find(message)?.places;
    return places && [places['label'], places['category']].every((name) => name === undefined || isKnown(name));
  };

  it.each(ORDER_FORM_IDS)('on the form %s can all be said in Spanish', (id) => {
    const form = orderFormOf(id);
    const chosen = { medicare: true, medicaid: true, commercial: true };
    const line = customLine({ name: 'Chair', description: '' });
    const draft = { ...emptyDraft(form), items: [line, { ...line, qty: '0' }, { ...line, qty: '10000' }] };
    draft.insuranceInfo.insuranceType = chosen;
    const drafts = ['', 'x'.repeat(9000), '\u0007x', '1800-01-01', '2999-01-01'].map((text) => ({
      ...(typedAs(draft, text) as OrderDraft),
      items: draft.items,
    }));
    const messages = drafts.flatMap((one) => faultsAtSubmit(form, one, () => undefined).map(({ message }) => message));
    expect(messages.length).toBeGreaterThan(50);
    expect(messages.filter((message) => !isInSpanish(message))).toEqual([]);
  });
});

describe('A baby that was typed', () => {
  const line = { ...lineOf(cane, null), catalogueId: null, itemCategory: 'Custom Item' };
  const pump = { ...lineOf(cane, null), itemCategory: 'Breast Pump' };
  const typed = (items: OrderDraft['items'], dueDate: string): OrderDraft => ({
    ...empty,
    referralInfo: {
      ...empty.referralInfo,
      lastName: 'Ruiz',
      firstName: 'Ana',
      email: 'a@b.example',
      phone: '6025550100',
    },
    memberInfo: {
      ...empty.memberInfo,
      lastName: 'Osei',
      firstName: 'Efua',
      DOB: '1990-02-28',
      gender: 'Female',
      phone: '6025550101',
      address1: '1 Main St',
      city: 'New York',
      state: 'NY',
      zip: '10001',
    },
    insuranceInfo: { ...empty.insuranceInfo, medicaidId: 'A123' },
    babyInfo: { lastName: 'Osei', firstName: '', dueDate, nicu: false },
    items,
  });

  it('is sent with the items that ask for it, and not after they were removed', () => {
    expect(parseOrder(general, typed([pump], '2027-03-01')).babyInfo).toMatchObject({ lastName: 'Osei' });
    expect(parseOrder(general, typed([line], '2027-03-01')).babyInfo).toBeNull();
  });

  it('has no faults where it is not shown', () => {
    const pathsOf = (items: OrderDraft['items']) =>
      faultsOf(general, typed(items, ''), () => undefined).map(({ path }) => path);
    expect(pathsOf([pump])).toContain('babyInfo.dueDate');
    expect(pathsOf([line])).toEqual([]);
  });
});
