import type { Person } from '../account/create-account.js';

export const DEMO_OPERATOR = 1;
const person = (name: string, firstName: string, lastName: string, more: Partial<Person> = {}): Person => ({
  login: `${name}@throughline.example`,
  firstName,
  lastName,
  phone: '5125550100',
  companyId: DEMO_OPERATOR,
  admin: false,
  groups: [],
  ...more,
});

/** The people who can sign in after the demo seed. All share DEMO_PASSWORD. */
export const DEMO_PEOPLE = {
  referrer: person('referrer', 'Ana', 'Ruiz', { companyId: 12, phone: '6025550112' }),
  referrer2: person('referrer2', 'Kwame', 'Osei', { companyId: 40, phone: '8045550140' }),
  siteAdmin: person('site-admin', 'Nadia', 'Farouk', { companyId: 12, phone: '6025550113' }),
  staff: person('staff', 'Dana', 'Whitfield', { phone: '5125550121', groups: ['Intake'] }),
  staff2: person('staff2', 'Minh', 'Tran', { phone: '5125550122', groups: ['Fullfillment'] }),
  admin: person('admin', 'Priya', 'Nair', { phone: '5125550130', admin: true }),
  ops: person('ops', 'Jonas', 'Keller', { phone: '5125550140', groups: ['Ops'] }),
} as const;

/** Referrers of the same companies who have no account: an order names its referrer, an account is not needed. */
export const OTHER_REFERRERS = [
  {
    firstName: 'Lucía',
    lastName: 'Mendoza',
    email: 'lmendoza@saguaro-plan.example',
    phone: '6025550171',
    companyId: 12,
  },
  {
    firstName: 'Tobias',
    lastName: 'Grant',
    email: 'tgrant@commonwealth-plan.example',
    phone: '8045550172',
    companyId: 40,
  },
  {
    firstName: 'Hanna',
    lastName: 'Lindqvist',
    email: 'hlindqvist@clinic.example',
    phone: '7135550173',
    companyId: null,
  },
] as const;
