import { type OrderFormId, orderFormOf } from '@throughline/domain';

/** An order as a form sends it, with every field of every form; only what every form requires is filled in. */
export const anOrderDraft = (form: OrderFormId = 'general') => ({
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
    phone: '6015550100',
    ACPhone: '',
    preferredLang: '',
    email: '',
    ACEmail: '',
    address1: '1 Main St',
    address2: '',
    city: 'Jackson',
    state: orderFormOf(form).payor?.state ?? 'MS',
    zip: '39201',
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
      catalogueId: 'briefs' as string | null,
      itemCategory: 'Incontinence',
      item: 'Briefs',
      option: null,
      hcpcs: 'T4521',
      description: '',
      qty: '120',
    },
  ],
  babyInfo: { lastName: '', firstName: '', dueDate: '2027-03-01', nicu: false },
  otherInfo: '',
  uhcCodes: '',
});
export type OrderDraft = ReturnType<typeof anOrderDraft>;

/** A draft with this text in the field at a dotted path. */
export function withText(path: string, text: string, form?: OrderFormId): OrderDraft {
  const draft = anOrderDraft(form);
  const steps = path.split('.');
  const last = steps.pop() ?? path;
  const place = steps.reduce((part, step) => part[step] as Record<string, unknown>, draft as Record<string, unknown>);
  place[last] = text;
  return draft;
}

/** The value at a dotted path. */
export const valueAt = (order: object, path: string): unknown =>
  path.split('.').reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], order);
