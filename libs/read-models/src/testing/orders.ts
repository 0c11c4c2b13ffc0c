import type { Order, OrderedItem } from '@throughline/domain';

const NOTHING = { medicareId: null, commIns1Name: null, commIns1Id: null, commIns2Name: null, commIns2Id: null };

/** An order for Rosa Diaz by Ana Ruiz, with the given number of custom items. */
export function anOrder({
  items = 2,
  member = {},
  referrer = {},
}: {
  readonly items?: number;
  readonly member?: Partial<Order['memberInfo']>;
  readonly referrer?: Partial<Order['referralInfo']>;
} = {}): Order {
  return {
    referralInfo: {
      lastName: 'Ruiz',
      firstName: 'Ana',
      email: 'Ana.Ruiz@plan.example',
      phone: '5550100001',
      referralSource: 'Portal',
      company: null,
      sendNotificationsFlag: true,
      ...referrer,
    },
    memberInfo: {
      lastName: 'Diaz',
      firstName: 'Rosa',
      DOB: '1990-02-03',
      gender: 'Female',
      phone: '5550100002',
      ACPhone: null,
      preferredLang: 'Spanish',
      email: 'rosa@mail.example',
      ACEmail: null,
      address1: '1 Elm Street',
      address2: null,
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      height: null,
      weight: null,
      allergies: 'latex',
      diag: null,
      ...member,
    },
    physicianInfo: { lastName: 'Okafor', firstName: 'Uche', NPI: null, phone: null, fax: null, email: null },
    insuranceInfo: {
      insuranceType: { medicare: false, medicaid: true, commercial: false },
      medicaidId: 'MD-4711',
      waiverBenefits: null,
      ...NOTHING,
    },
    items: Array.from({ length: items }, (_, index) => customItem(index + 1)),
    babyInfo: null,
    otherInfo: 'ring twice',
    uhcCodes: null,
  };
}

function customItem(id: number): OrderedItem {
  const none = { catalogueId: null, option: null, hcpcs: null, description: null };
  return { id, itemCategory: 'Custom Item', item: `Item ${id}`, qty: 1, ...none };
}
