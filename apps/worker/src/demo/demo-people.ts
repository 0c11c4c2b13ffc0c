import type { Person } from '../account/create-account.js';
import { FIRST_NAMES, LAST_NAMES } from './demo-members.js';

export const DEMO_OPERATOR = 1;
export const SAGUARO = 12;
const COMMONWEALTH = 40;

/** The domain of the e-mail addresses of each company: a note of the operator's people needs an action unless its author says otherwise. */
const DOMAINS: Readonly<Record<number, string>> = {
  [DEMO_OPERATOR]: 'throughline.example',
  [SAGUARO]: 'saguaro-plan.example',
  [COMMONWEALTH]: 'commonwealth-plan.example',
};

export const addressAt = (companyId: number, name: string): string => `${name}@${DOMAINS[companyId]}`;

const person = (name: string, firstName: string, lastName: string, more: Partial<Person> = {}): Person => ({
  login: addressAt(more.companyId ?? DEMO_OPERATOR, name),
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
  referrer: person('referrer', 'Ana', 'Ruiz', { companyId: SAGUARO, phone: '6025550112' }),
  referrer2: person('referrer2', 'Kwame', 'Osei', { companyId: COMMONWEALTH, phone: '8045550140' }),
  siteAdmin: person('site-admin', 'Nadia', 'Farouk', { companyId: SAGUARO, phone: '6025550113' }),
  staff: person('staff', 'Dana', 'Whitfield', { phone: '5125550121', groups: ['Intake'] }),
  staff2: person('staff2', 'Minh', 'Tran', { phone: '5125550122', groups: ['Fullfillment'] }),
  admin: person('admin', 'Priya', 'Nair', { phone: '5125550130', admin: true }),
  ops: person('ops', 'Jonas', 'Keller', { phone: '5125550140', groups: ['Ops'] }),
} as const;

/** Invited, not signed in yet: the list of a large company has several pages, and more people than one read of the API returns. */
export const COLLEAGUES: readonly Person[] = Array.from({ length: 104 }, (_, n) => {
  const firstName = FIRST_NAMES[n % FIRST_NAMES.length]!;
  const lastName = LAST_NAMES[n % LAST_NAMES.length]!;
  return person(`${firstName}.${lastName}`.toLowerCase(), firstName, lastName, {
    companyId: SAGUARO,
    phone: `602555${String(1000 + n)}`,
  });
});

/** Referrers of the same companies who have no account: an order names its referrer, an account is not needed. */
export const OTHER_REFERRERS = [
  {
    firstName: 'Lucía',
    lastName: 'Mendoza',
    email: addressAt(SAGUARO, 'lmendoza'),
    phone: '6025550171',
    companyId: SAGUARO,
  },
  {
    firstName: 'Tobias',
    lastName: 'Grant',
    email: addressAt(COMMONWEALTH, 'tgrant'),
    phone: '8045550172',
    companyId: COMMONWEALTH,
  },
  {
    firstName: 'Hanna',
    lastName: 'Lindqvist',
    email: 'hlindqvist@clinic.example',
    phone: '7135550173',
    companyId: null,
  },
] as const;
