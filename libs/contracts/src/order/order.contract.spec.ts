import { describe, expect, it } from '@jest/globals';
import { ORDER_FORM_IDS, type OrderFormId, orderFormOf } from '@throughline/domain';
import { createReferralBody, orderOn, ORDERS } from './order.contract.js';
import { anOrderDraft, type OrderDraft, valueAt, withText } from './order.testing.js';
import { errorsOn, firstOfEach } from './order-contract.testing.js';

const letters = (count: number) => 'x'.repeat(count);

const emailOf = (count: number) => `${letters(count - '@a.example'.length)}@a.example`;

/** A row of the table: field, last valid value, first invalid value, the message for it. */
const longest = (path: string, label: string, max: number) =>
  [path, letters(max), letters(max + 1), `${label} is limited to ${max} characters.`] as const;

const tenDigits = (path: string, label: string) =>
  [
    [path, '6025550100', '602555010', `${label} is not valid.`],
    [path, '6025550100', '60255501000', `${label} is not valid.`],
  ] as const;

const email = (path: string, label: string) =>
  [
    [path, 'a@b.example', 'a@b', `${label} is not valid.`],
    [path, 'r&d@bücher.example', 'r&d@bü cher.example', `${label} is not valid.`],
    [path, emailOf(50), emailOf(51), `${label} is limited to 50 characters.`],
  ] as const;

const measure = (path: string, label: string, max: number, message: string) =>
  [
    ['1', '0.99'],
    ['20.25', '20.255'],
    ['64.5', '64,5'],
    [String(max), `${max}.01`],
    [`${max}.00`, '1e1'],
  ].map(([good = '', bad = '']) => [path, good, bad, `${label} must be a number ${message}`] as const);

const LIMITS: readonly (readonly [path: string, good: string, bad: string, message: string])[] = [
  longest('referralInfo.lastName', 'Last Name', 50),
  longest('referralInfo.firstName', 'First Name', 50),
  ...tenDigits('referralInfo.phone', 'Phone'),
  ...email('referralInfo.email', 'Email'),
  longest('referralInfo.referralSource', 'Source', 50),
  longest('referralInfo.company', 'Company', 50),
  longest('memberInfo.lastName', 'Last Name', 50),
  longest('memberInfo.firstName', 'First Name', 50),
  ['memberInfo.DOB', '2024-02-29', '2023-02-29', 'DOB is invalid.'],
  ['memberInfo.DOB', '1900-01-01', '1899-12-31', 'DOB is invalid.'],
  ['memberInfo.DOB', '1990-02-28', '2999-01-01', 'DOB must not be in the future.'],
  ['memberInfo.gender', 'Other', 'other', 'Gender is not valid.'],
  ['memberInfo.gender', 'Other', ' ', 'Gender is required.'],
  ...tenDigits('memberInfo.phone', 'Phone'),
  ...tenDigits('memberInfo.ACPhone', 'Alternate Contact Phone'),
  longest('memberInfo.preferredLang', 'Preferred Language', 50),
  ...email('memberInfo.email', 'Email'),
  ...email('memberInfo.ACEmail', 'Alternate Contact Email'),
  longest('memberInfo.address1', 'Address 1', 100),
  longest('memberInfo.address2', 'Address 2', 200),
  longest('memberInfo.city', 'City', 50),
  ['memberInfo.zip', '39201', '3920', 'Zip must be 5 digits or 5+4.'],
  ['memberInfo.zip', '39201-1234', '39201-123', 'Zip must be 5 digits or 5+4.'],
  ...measure(
    'memberInfo.height',
    'Height',
    99,
    `of inches from 1 to 99, with two decimals at most, or feet and inches as 5'4".`,
  ),
  ...measure('memberInfo.weight', 'Weight', 2000, 'from 1 to 2000, with two decimals at most.'),
  longest('memberInfo.allergies', 'Allergies', 200),
  longest('memberInfo.diag', 'Diagnosis', 500),
  longest('physicianInfo.lastName', 'Last Name', 50),
  longest('physicianInfo.firstName', 'First Name', 50),
  longest('physicianInfo.NPI', 'NPI', 50),
  ...tenDigits('physicianInfo.phone', 'Phone'),
  ...tenDigits('physicianInfo.fax', 'Fax'),
  ...email('physicianInfo.email', 'Email'),
  longest('insuranceInfo.medicareId', 'Medicare ID', 50),
  longest('insuranceInfo.medicaidId', 'Medicaid ID', 50),
  longest('insuranceInfo.commIns1Name', 'Commercial Insurance 1 Name', 50),
  longest('insuranceInfo.commIns1Id', 'Commercial Insurance 1 ID', 50),
  longest('insuranceInfo.commIns2Name', 'Commercial Insurance 2 Name', 50),
  longest('insuranceInfo.commIns2Id', 'Commercial Insurance 2 ID', 50),
  longest('insuranceInfo.waiverBenefits', 'Waiver Benefits', 200),
  longest('babyInfo.lastName', 'Last Name', 50),
  longest('babyInfo.firstName', 'First Name', 50),
  ['babyInfo.dueDate', '2028-02-29', '2027-02-29', 'Due Date is invalid.'],
  longest('otherInfo', 'Additional Information', 8000),
  ...['0', '-1', '0.5', '1e3', '0x10', 'x'].map(
    (bad) => ['items.0.qty', '1', bad, 'Quantity must be a whole number of at least 1.'] as const,
  ),
  ['items.0.qty', '1.0', '1.5', 'Quantity must be a whole number.'],
  ['items.0.qty', '1', ' ', 'Quantity is required.'],
  ['items.0.qty', '9999', '10000', 'Quantity is limited to 9999.'],
];

/** Fields for which the form accepts only one value. */
const FIXED = (form: OrderFormId): readonly string[] =>
  orderFormOf(form).payor === null ? [] : ['referralInfo.company'];

const NEEDED_EVERYWHERE: Readonly<Record<string, string>> = {
  'referralInfo.lastName': 'Last Name is required.',
  'referralInfo.firstName': 'First Name is required.',
  'referralInfo.email': 'Email is required.',
  'referralInfo.phone': 'Phone is required.',
  'memberInfo.lastName': 'Last Name is required.',
  'memberInfo.firstName': 'First Name is required.',
  'memberInfo.DOB': 'DOB is required.',
  'memberInfo.gender': 'Gender is required.',
  'memberInfo.phone': 'Phone is required.',
  'memberInfo.address1': 'Address 1 is required.',
  'memberInfo.city': 'City is required.',
  'memberInfo.state': 'State is required.',
  'memberInfo.zip': 'Zip is required.',
  'insuranceInfo.medicaidId': 'Medicaid ID is required.',
};

const REQUIRED: Readonly<Record<OrderFormId, Readonly<Record<string, string>>>> = {
  general: { ...NEEDED_EVERYWHERE, 'referralInfo.referralSource': 'Source is required.' },
  'breast-pump': { ...NEEDED_EVERYWHERE, 'babyInfo.dueDate': 'Due Date is required.' },
  magnolia: NEEDED_EVERYWHERE,
  diapers: NEEDED_EVERYWHERE,
  'pregnancy-rewards': NEEDED_EVERYWHERE,
};

/** Every field with typed text. */
const TYPED: readonly string[] = Object.entries(anOrderDraft()).flatMap(([part, fields]) =>
  typeof fields === 'string' || Array.isArray(fields)
    ? []
    : Object.entries(fields).flatMap(([field, value]) => (typeof value === 'string' ? [`${part}.${field}`] : [])),
);

describe.each(ORDER_FORM_IDS)('The %s form', (form) => {
  const isFree = (path: string) => !FIXED(form).includes(path);

  it('accepts an order with only its required fields', () => {
    expect(errorsOn(form, anOrderDraft(form))).toEqual({});
  });

  it.each(LIMITS.filter(([path]) => isFree(path)))('limits %s', (path, good, bad, message) => {
    expect(errorsOn(form, withText(path, good, form))).toEqual({});
    expect(errorsOn(form, withText(path, bad, form))).toEqual({ [path]: message });
  });

  it.each([' ', '\u200b', '\u2800 \u200e'])('requires exactly these fields, and %j does not fill one in', (blank) => {
    const errors = TYPED.flatMap((path) => Object.entries(errorsOn(form, withText(path, blank, form))));
    expect(Object.fromEntries(errors)).toEqual(REQUIRED[form]);
  });

  it.each(['\0', '\u0007', '\u202e', '\u2066', '\ud83d'])('refuses %j in every field', (character) => {
    const taken = TYPED.filter(isFree).filter((path) => {
      const text = `1${character}2`;
      return errorsOn(form, withText(path, text, form))[path] === undefined;
    });
    expect(taken).toEqual([]);
  });

  it('refuses line ends except in text areas', () => {
    const taken = TYPED.filter(isFree).filter(
      (path) => errorsOn(form, withText(path, 'one\n\ttwo', form))[path] === undefined,
    );
    expect(taken).toEqual(['memberInfo.diag']);
    expect(errorsOn(form, withText('otherInfo', 'one\n\ttwo', form))).toEqual({});
  });

  it('reports each required field of missing sections, and missing items', () => {
    const { 'insuranceInfo.medicaidId': _, ...fields } = REQUIRED[form];
    const errors = errorsOn(form, {});
    expect(errors).toMatchObject({ ...fields, items: 'At least 1 item must be selected' });
  });

  it.each(LIMITS.filter(([path]) => isFree(path)))('keeps %s, whether its screen shows it or not', (path, good) => {
    expect([good, Number(good)]).toContain(valueAt(ORDERS[form].parse(withText(path, good, form)), path));
  });

  it('needs an item', () => {
    expect(errorsOn(form, { ...anOrderDraft(form), items: [] })).toEqual({ items: 'At least 1 item must be selected' });
    for (const qty of [undefined, null, '']) {
      const items = [{ ...anOrderDraft(form).items[0], qty }];
      expect(errorsOn(form, { ...anOrderDraft(form), items })).toEqual({ 'items.0.qty': 'Quantity is required.' });
    }
  });

  it('parses empty text as null, and typed numbers', () => {
    const order = ORDERS[form].parse(anOrderDraft(form));
    expect([order.memberInfo.email, order.otherInfo, order.items[0]?.qty]).toEqual([null, null, 120]);
  });
});

describe('A field of another type', () => {
  const sent = { ...anOrderDraft('breast-pump'), attachments: ['rx.pdf'] };
  const [item] = sent.items;
  const general = { ...sent, items: [{ ...item, id: 'briefs', option: { id: 's', name: 'S', hcpcs: 'T1' } }] };

  function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
    const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return [path, ...parts.flatMap(([name, part]) => pathsIn(part, [...path, name]))];
  }
  const paths = pathsIn(general).filter((path) => path.length > 1);

  const LABELS: Readonly<Record<string, string>> = {
    'referralInfo.lastName': 'Last Name',
    'referralInfo.phone': 'Phone',
    'memberInfo.DOB': 'DOB',
    'memberInfo.gender': 'Gender',
    'memberInfo.zip': 'Zip',
    'items.0.item': 'Item',
    'items.0.qty': 'Quantity',
  };

  it.each(paths.map((path) => [path.join('.'), path] as const))('is named in plain words: %s', (_, path) => {
    for (const wrong of [[], 7.5, true, 'x'.repeat(9000)]) {
      const draft: unknown = structuredClone(general);
      const place = path.slice(0, -1).reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], draft);
      (place as Record<string, unknown>)[path.at(-1) ?? ''] = wrong;
      for (const form of ['general', 'breast-pump'] as const) {
        const messages = Object.values(errorsOn(form, draft)).join();
        expect(messages).not.toMatch(/Info\.|items\.|attachments\./);
        // A value that is present must not be called missing.
        expect(messages).not.toContain(`${LABELS[path.join('.')]} is required`);
      }
    }
  });
});

describe('The general form', () => {
  const ofCategory = (itemCategory: string, change: (draft: OrderDraft) => void = () => {}) => {
    const draft = withText('items.0.itemCategory', itemCategory);
    change(draft);
    return draft;
  };

  it.each(['Breast Pump', 'Pregnancy Rewards'])('requires baby information if the cart has a %s item', (category) => {
    const without = ofCategory(category, (draft) => (draft.babyInfo.dueDate = ''));
    expect(errorsOn('general', without)).toEqual({ 'babyInfo.dueDate': 'Due Date is required.' });
    expect(ORDERS.general.parse(ofCategory(category)).babyInfo).toMatchObject({ dueDate: '2027-03-01' });
  });

  it('reports all faults at once, the conditional ones too', () => {
    const draft = ofCategory('Pregnancy Rewards', ({ memberInfo, insuranceInfo, babyInfo }) => {
      memberInfo.zip = 'x';
      insuranceInfo.medicaidId = '';
      insuranceInfo.commIns2Name = letters(51);
      babyInfo.dueDate = '';
    });
    expect(Object.keys(errorsOn('general', draft)).sort()).toEqual([
      'babyInfo.dueDate',
      'insuranceInfo.commIns2Name',
      'insuranceInfo.medicaidId',
      'memberInfo.zip',
    ]);
  });

  it.each(['GU', 'VI', 'AS', 'MP', 'PR', 'DC', 'AA', 'AE', 'AP'])('delivers to %s', (state) => {
    expect(errorsOn('general', withText('memberInfo.state', state))).toEqual({});
  });

  it.each(['ZZ', 'constructor', '__proto__'])('refuses the unknown state %s', (state) => {
    expect(errorsOn('general', withText('memberInfo.state', state))).toEqual({
      'memberInfo.state': 'State is not valid.',
    });
  });

  it("fixes the referrer's last name for source 'uhc file' and takes its codes there only", () => {
    const draft = { ...anOrderDraft(), uhcCodes: 'A1,B2' };
    expect(errorsOn('general', draft)).toEqual({ uhcCodes: "UHC Codes belong to the source 'uhc file'." });
    for (const nothing of ['', null]) expect(errorsOn('general', { ...draft, uhcCodes: nothing })).toEqual({});
    draft.referralInfo.referralSource = 'uhc file';
    for (const lastName of ['Ruiz', '', letters(51)]) {
      draft.referralInfo.lastName = lastName;
      const parsed = ORDERS.general.parse(draft);
      expect([parsed.referralInfo.lastName, parsed.uhcCodes]).toEqual(['UHC', 'A1,B2']);
    }
  });
});

describe('A form that requires the physician', () => {
  it('requires the names', () => {
    const form = { ...orderFormOf('general'), required: ['physician'] } as const;
    const { error } = orderOn(form).safeParse(anOrderDraft());
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['physicianInfo.lastName', 'Last Name is required.'],
      ['physicianInfo.firstName', 'First Name is required.'],
    ]);
  });
});

describe('POST /referrals/create', () => {
  it('is validated by the rules of the form that it names', () => {
    const draft = withText('babyInfo.dueDate', '');
    expect(createReferralBody.parse({ form: 'magnolia', ...draft })).toMatchObject({
      form: 'magnolia',
      insuranceInfo: { plan: 'Magnolia Community Plan' },
    });
    const refused = createReferralBody.safeParse({ form: 'breast-pump', ...draft });
    expect(firstOfEach(refused.error?.issues)).toEqual({ 'babyInfo.dueDate': 'Due Date is required.' });
  });

  it('is for the general form by default', () => {
    expect(createReferralBody.parse(anOrderDraft()).form).toBe('general');
  });

  const ticket = 'x'.repeat(43);
  const verifyInfo = { medicaidId: 'A123', DOB: '1990-02-28' };

  it.each(['diapers', 'pregnancy-rewards'] as const)('requires the result of the look-up: %s', (form) => {
    const draft = { form, ...anOrderDraft(form) };
    expect(createReferralBody.parse({ ...draft, eligiblePatientId: ticket, verifyInfo })).toMatchObject({
      form,
      proof: { eligiblePatientId: ticket, verifyInfo },
    });
    const without = createReferralBody.safeParse(draft);
    expect(firstOfEach(without.error?.issues)).toEqual({
      eligiblePatientId: 'Look the member up first.',
      verifyInfo: 'Look the member up first.',
    });
  });

  it('refuses a look-up on a form without one, which would redeem nothing', () => {
    const refused = createReferralBody.safeParse({ ...anOrderDraft(), eligiblePatientId: ticket, verifyInfo });
    expect(firstOfEach(refused.error?.issues)).toEqual({
      eligiblePatientId: 'This order form redeems no benefit.',
      verifyInfo: 'This order form redeems no benefit.',
    });
    expect(createReferralBody.parse(anOrderDraft()).proof).toBeNull();
  });

  it.each(['nappies', 'constructor', '', 7, null])('refuses the form %j', (form) => {
    expect(createReferralBody.safeParse({ ...anOrderDraft(), form }).error?.issues).toMatchObject([
      { path: ['form'], message: 'This order form does not exist.' },
    ]);
  });
});

describe('The files that an order names', () => {
  const naming = (...attachments: unknown[]) => ({ ...anOrderDraft(), attachments });

  it('are names, on a form that takes files', () => {
    expect(ORDERS.general.parse(naming('Prescription.pdf')).attachments).toEqual(['Prescription.pdf']);
    expect(errorsOn('general', naming('../etc/passwd'))).toEqual({
      'attachments.0': 'File name must be a name without a path.',
    });
    expect(errorsOn('general', naming('a.pdf', 'notes.txt'))).toEqual({
      'attachments.1': 'File type is not supported',
    });
    expect(ORDERS.general.parse(anOrderDraft())).not.toHaveProperty('attachments');
  });

  it('are kept on a form that does not ask for files', () => {
    const order = ORDERS['breast-pump'].parse({ ...naming('a.pdf'), babyInfo: { dueDate: '2027-01-01' } });
    expect(order.attachments).toEqual(['a.pdf']);
  });
});
