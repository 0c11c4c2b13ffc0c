import type { OfferedItem } from './order-rules.js';
import type { Order, OrderedItem } from './order.js';

/** An ordered item for a spec. */
export function anItem(id: number, more: Partial<OrderedItem> = {}): OrderedItem {
  return {
    id,
    itemCategory: 'Incontinence',
    catalogueId: 'pads',
    item: 'Pads',
    option: null,
    hcpcs: 'T4535',
    description: 'Each.',
    qty: 30,
    ...more,
  };
}

/** A complete order of these items. */
export function anOrder(items: readonly OrderedItem[]): Order {
  return {
    referralInfo: {
      lastName: 'Ruiz',
      firstName: 'Ana',
      email: 'ana@plan.example',
      phone: '6025550112',
      referralSource: 'Portal',
      company: null,
      sendNotificationsFlag: true,
    },
    memberInfo: {
      lastName: 'Osei',
      firstName: 'Kofi',
      DOB: '1990-02-28',
      gender: 'Male',
      phone: '6025550100',
      ACPhone: null,
      preferredLang: null,
      email: null,
      ACEmail: null,
      address1: '1 Main St',
      address2: null,
      city: 'Phoenix',
      state: 'AZ',
      zip: '85004',
      height: null,
      weight: null,
      allergies: null,
      diag: null,
    },
    physicianInfo: { lastName: null, firstName: null, NPI: null, phone: null, fax: null, email: null },
    insuranceInfo: {
      insuranceType: { medicare: false, medicaid: true, commercial: false },
      medicareId: null,
      medicaidId: 'A12345678',
      commIns1Name: null,
      commIns1Id: null,
      commIns2Name: null,
      commIns2Id: null,
      waiverBenefits: null,
    },
    items,
    babyInfo: null,
    otherInfo: null,
    uhcCodes: null,
  };
}

export const sky = { id: 'sky', name: 'Sky blue', hcpcs: null };

/** What `anItem` orders, as it is in the catalogue. */
export const pads: OfferedItem = {
  id: 'pads',
  itemCategory: 'Incontinence',
  item: 'Pads',
  hcpcs: 'T4535',
  description: 'Each.',
  options: [],
};
/** An item with options. */
export const pump: OfferedItem = {
  id: 'pump',
  itemCategory: 'Breast Pump',
  item: 'Pump',
  hcpcs: 'E0603',
  description: 'One.',
  options: [sky],
};
