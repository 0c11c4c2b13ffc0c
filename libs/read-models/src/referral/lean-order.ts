import type { Order } from '@throughline/domain';

const NOBODY = { lastName: null, firstName: null, NPI: null, phone: null, fax: null, email: null };
const NO_INSURANCE: Order['insuranceInfo'] = {
  insuranceType: { medicare: false, medicaid: false, commercial: false },
  medicareId: null,
  medicaidId: null,
  commIns1Name: null,
  commIns1Id: null,
  commIns2Name: null,
  commIns2Id: null,
  waiverBenefits: null,
};
const NO_MEMBER: Order['memberInfo'] = {
  lastName: '',
  firstName: '',
  DOB: '',
  gender: 'Other',
  phone: '',
  ACPhone: null,
  preferredLang: null,
  email: null,
  ACEmail: null,
  address1: '',
  address2: null,
  city: '',
  state: '',
  zip: '',
  height: null,
  weight: null,
  allergies: null,
  diag: null,
};
const NO_REFERRER: Order['referralInfo'] = {
  lastName: '',
  firstName: '',
  email: '',
  phone: '',
  referralSource: '',
  company: null,
  sendNotificationsFlag: false,
};

/** What was ordered, as ids alone: nothing that says for whom, by whom or what. */
export function withoutPeople({ items }: Order): Order {
  return {
    referralInfo: NO_REFERRER,
    memberInfo: NO_MEMBER,
    physicianInfo: NOBODY,
    insuranceInfo: NO_INSURANCE,
    items: items.map(({ id, qty }) => ({
      id,
      itemCategory: '',
      catalogueId: null,
      item: '',
      option: null,
      hcpcs: null,
      description: null,
      qty,
    })),
    babyInfo: null,
    otherInfo: null,
    uhcCodes: null,
  };
}

/** What a list shows: who, and the Medicaid id. */
export function withNamesOnly(order: Order): Order {
  const { lastName, firstName, email, company } = order.referralInfo;
  const { memberInfo: member, insuranceInfo: insurance } = order;
  return {
    ...withoutPeople(order),
    referralInfo: { ...NO_REFERRER, lastName, firstName, email, company },
    memberInfo: { ...NO_MEMBER, lastName: member.lastName, firstName: member.firstName },
    insuranceInfo: { ...NO_INSURANCE, medicaidId: insurance.medicaidId },
  };
}
