import { describe, expect, it } from '@jest/globals';
import { generalOrder } from './general-order.contract.js';

const order = () => ({
  referralInfo: {
    lastName: 'Ruiz',
    firstName: 'Ana',
    email: 'ana@plan.example',
    phone: '5125550100',
    referralSource: 'Portal',
    company: '',
    sendNotificationsFlag: true,
  },
  memberInfo: {
    lastName: 'Osei',
    firstName: 'Kofi',
    DOB: '1990-02-28',
    gender: 'Male',
    phone: '6025550100',
    ACPhone: '',
    preferredLang: '',
    email: '',
    ACEmail: '',
    address1: '1 Main St',
    address2: '',
    city: 'Phoenix',
    state: 'AZ',
    zip: '85001',
    height: '',
    weight: '',
    allergies: '',
    diag: '',
  },
  physicianInfo: { lastName: '', firstName: '', NPI: '', phone: '', fax: '', email: '' },
  insuranceInfo: {
    insuranceType: { medicare: false, medicaid: true, commercial: false },
    medicareId: '',
    medicaidId: 'A123',
    commIns1Name: '',
    commIns1Id: '',
    commIns2Name: '',
    commIns2Id: '',
    waiverBenefits: '',
  },
  items: [
    {
      catalogueId: 'briefs',
      itemCategory: 'Incontinence',
      item: 'Briefs',
      option: null,
      hcpcs: 'T4521',
      description: '',
      qty: '120',
    },
  ],
  babyInfo: null as unknown,
  otherInfo: '',
  uhcCodes: '',
});
type Draft = ReturnType<typeof order>;

/** Field path → message, as the API's `errors` has it. */
function errorsOf(change: (draft: Draft) => void): Record<string, string> {
  const draft = order();
  change(draft);
  const parsed = generalOrder.safeParse(draft);
  return Object.fromEntries((parsed.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

describe('General order', () => {
  it('takes empty text as null and numbers as they were typed', () => {
    const parsed = generalOrder.parse(order());
    expect(parsed.memberInfo.email).toBeNull();
    expect(parsed.otherInfo).toBeNull();
    expect(parsed.items[0]?.qty).toBe(120);
  });

  it.each<[string, (draft: Draft) => void, Record<string, string>]>([
    [
      'a missing referrer name',
      (d) => (d.referralInfo.lastName = ' '),
      { 'referralInfo.lastName': 'Last Name is required.' },
    ],
    ['50 letters of a name', (d) => (d.referralInfo.lastName = 'x'.repeat(50)), {}],
    [
      '51 letters of a name',
      (d) => (d.referralInfo.lastName = 'x'.repeat(51)),
      { 'referralInfo.lastName': 'Last Name is limited to 50 characters.' },
    ],
    ['9 digits of a phone', (d) => (d.memberInfo.phone = '602555010'), { 'memberInfo.phone': 'Phone is not valid.' }],
    [
      'an e-mail without a host',
      (d) => (d.referralInfo.email = 'ana@'),
      { 'referralInfo.email': 'Email is not valid.' },
    ],
    [
      'no source',
      (d) => (d.referralInfo.referralSource = ''),
      { 'referralInfo.referralSource': 'Source is required.' },
    ],
    ['a day that does not exist', (d) => (d.memberInfo.DOB = '2023-02-29'), { 'memberInfo.DOB': 'DOB is invalid.' }],
    [
      'a birth in the future',
      (d) => (d.memberInfo.DOB = '2999-01-01'),
      { 'memberInfo.DOB': 'DOB must not be in the future.' },
    ],
    ['no gender', (d) => (d.memberInfo.gender = ''), { 'memberInfo.gender': 'Gender is required.' }],
    ['100 letters of an address', (d) => (d.memberInfo.address1 = 'x'.repeat(100)), {}],
    [
      '101 letters of an address',
      (d) => (d.memberInfo.address1 = 'x'.repeat(101)),
      { 'memberInfo.address1': 'Address 1 is limited to 100 characters.' },
    ],
    [
      '201 letters of address 2',
      (d) => (d.memberInfo.address2 = 'x'.repeat(201)),
      { 'memberInfo.address2': 'Address 2 is limited to 200 characters.' },
    ],
    ['a state that is none', (d) => (d.memberInfo.state = 'ZZ'), { 'memberInfo.state': 'State is not valid.' }],
    ['a zip of 5+4', (d) => (d.memberInfo.zip = '85001-1234'), {}],
    ['a zip of 6 digits', (d) => (d.memberInfo.zip = '850011'), { 'memberInfo.zip': 'Zip must be 5 digits or 5+4.' }],
    ['99 inches', (d) => (d.memberInfo.height = '99'), {}],
    [
      '100 inches',
      (d) => (d.memberInfo.height = '100'),
      { 'memberInfo.height': 'Height must be a whole number from 1 to 99.' },
    ],
    [
      '0 pounds',
      (d) => (d.memberInfo.weight = '0'),
      { 'memberInfo.weight': 'Weight must be a whole number from 1 to 2000.' },
    ],
    [
      '201 letters of allergies',
      (d) => (d.memberInfo.allergies = 'x'.repeat(201)),
      { 'memberInfo.allergies': 'Allergies is limited to 200 characters.' },
    ],
    [
      '501 letters of a diagnosis',
      (d) => (d.memberInfo.diag = 'x'.repeat(501)),
      { 'memberInfo.diag': 'Diagnosis is limited to 500 characters.' },
    ],
    [
      '8001 letters more',
      (d) => (d.otherInfo = 'x'.repeat(8001)),
      { otherInfo: 'Additional Information is limited to 8000 characters.' },
    ],
    [
      'no Medicaid id',
      (d) => (d.insuranceInfo.medicaidId = ''),
      { 'insuranceInfo.medicaidId': 'Medicaid ID is required.' },
    ],
    [
      'no insurance',
      (d) => (d.insuranceInfo.insuranceType.medicaid = false),
      { 'insuranceInfo.insuranceType': 'At least one insurance type is required.' },
    ],
    [
      'commercial insurance without a plan',
      (d) => (d.insuranceInfo.insuranceType.commercial = true),
      {
        'insuranceInfo.commIns1Name': 'Commercial Insurance 1 Name is required.',
        'insuranceInfo.commIns1Id': 'Commercial Insurance 1 ID is required.',
      },
    ],
    ['an empty cart', (d) => (d.items = []), { items: 'At least 1 item must be selected' }],
    ['no quantity', (d) => (d.items[0]!.qty = 'x'), { 'items.0.qty': 'Quantity is required.' }],
    ['half an item', (d) => (d.items[0]!.qty = '1.5'), { 'items.0.qty': 'Quantity must be a whole number.' }],
    [
      'a breast pump without a baby',
      (d) => (d.items[0]!.itemCategory = 'Breast Pump'),
      { 'babyInfo.dueDate': 'Due Date is required.' },
    ],
  ])('answers %s', (_name, change, errors) => {
    expect(errorsOf(change)).toEqual(errors);
  });

  it('names every fault at once, the conditional ones too', () => {
    const errors = errorsOf((draft) => {
      draft.memberInfo.zip = 'x';
      draft.insuranceInfo.medicaidId = '';
      draft.insuranceInfo.commIns2Name = 'x'.repeat(51);
      draft.items[0]!.itemCategory = 'Pregnancy Rewards';
    });
    expect(Object.keys(errors).sort()).toEqual([
      'babyInfo.dueDate',
      'insuranceInfo.commIns2Name',
      'insuranceInfo.medicaidId',
      'memberInfo.zip',
    ]);
  });

  it('drops baby information that the cart does not ask for', () => {
    expect(generalOrder.parse({ ...order(), babyInfo: { dueDate: '2026-12-01' } }).babyInfo).toBeNull();
  });

  it("fixes the referrer's last name for source 'uhc file' and keeps its codes there only", () => {
    const draft = { ...order(), uhcCodes: 'A1,B2' };
    expect(generalOrder.parse(draft).uhcCodes).toBeNull();
    draft.referralInfo.referralSource = 'uhc file';
    const parsed = generalOrder.parse(draft);
    expect([parsed.referralInfo.lastName, parsed.uhcCodes]).toEqual(['UHC', 'A1,B2']);
  });
});
