import { companyOf, type OrderFormId, orderFormOf } from '@throughline/domain';
import { anOrder } from './an-order.js';

/** A placeholder for a ticket of a look-up: the sender of the order replaces it. */
export const ANY_TICKET = 'T'.repeat(43);

/** The member of the orders with a look-up. */
export const REWARDED = { medicaidId: 'MD-4711', dateOfBirth: '1990-02-03' };

const { referralInfo, memberInfo, insuranceInfo } = anOrder();

/** Everything that an order can contain. */
const everything = {
  referralInfo: { ...referralInfo, company: 'Saguaro', sendNotificationsFlag: true },
  memberInfo: {
    ...memberInfo,
    ACPhone: '5125550102',
    preferredLang: 'English',
    email: 'rosa@people.example',
    ACEmail: 'ac@people.example',
    address2: 'Apt 2',
    height: 64,
    weight: '150',
    allergies: 'None',
    diag: 'N39.4',
  },
  physicianInfo: {
    lastName: 'Park',
    firstName: 'Lee',
    NPI: '1234567893',
    phone: '5125550103',
    fax: '5125550104',
    email: 'lee@clinic.example',
  },
  insuranceInfo: {
    ...insuranceInfo,
    insuranceType: { medicare: true, medicaid: true, commercial: true },
    medicareId: 'MC-1',
    commIns1Name: 'One',
    commIns1Id: '1',
    commIns2Name: 'Two',
    commIns2Id: '2',
    waiverBenefits: 'None',
  },
  babyInfo: { lastName: 'Diaz', firstName: 'Luz', dueDate: '2027-01-05', nicu: false },
  otherInfo: 'Ring twice',
  patientKey: 'P-77',
  language: 'es',
  attachments: ['rx.pdf'],
};

const line = (itemCategory: string, catalogueId: string | null, item: string, more: object = {}) => ({
  itemCategory,
  catalogueId,
  item,
  option: null,
  hcpcs: null,
  description: '',
  qty: 1,
  ...more,
});
const size = { id: '1', name: 'Size 1, 8-14 lb, 192 pieces', hcpcs: null };
const proof = {
  eligiblePatientId: ANY_TICKET,
  verifyInfo: { medicaidId: REWARDED.medicaidId, DOB: REWARDED.dateOfBirth },
};

/** Everything that an order of this form can contain, with the values that the form fixes. */
function everythingOf(form: OrderFormId) {
  const { state, companyId, name } = orderFormOf(form).payor!;
  return {
    ...everything,
    referralInfo: { ...everything.referralInfo, company: companyOf(companyId)!.name },
    memberInfo: { ...everything.memberInfo, state },
    insuranceInfo: {
      ...everything.insuranceInfo,
      insuranceType: { medicare: false, medicaid: true, commercial: false },
      plan: name,
    },
  };
}

/** POST /referrals/create for each form, with all fields filled in; with a look-up, for `REWARDED`. */
export const ORDERS_OF_EVERY_FORM = {
  general: {
    ...everything,
    referralInfo: { ...everything.referralInfo, referralSource: 'uhc file' },
    uhcCodes: 'A1,B2',
    items: [line('Custom Item', null, 'Shower chair'), line('Breast Pump', 'breast-pump-manual', 'Manual breast pump')],
  },
  'breast-pump': { ...everything, items: [line('Breast Pump', 'breast-pump-manual', 'Manual breast pump')] },
  magnolia: { ...everythingOf('magnolia'), items: [line('Custom Item', null, 'Shower chair', { qty: '3' })] },
  diapers: {
    ...everythingOf('diapers'),
    ...proof,
    items: [line('Baby Diaper Rewards', 'reward-diaper-case', 'Baby diapers, case', { option: size, qty: 4 })],
  },
  'pregnancy-rewards': {
    ...everythingOf('pregnancy-rewards'),
    ...proof,
    items: [line('Pregnancy Rewards', 'reward-car-seat', 'Infant car seat')],
  },
} satisfies Record<OrderFormId, object>;
