import type { EventStore } from '@throughline/event-store';
import { createAccount, type Person } from '../account/create-account.js';
import { activateUser, type IdentityAdmin, manage } from '@throughline/platform';
import { addressAt, SAGUARO } from './demo-people.js';

const referrer = (name: string, firstName: string, lastName: string, phone: string): Person => ({
  login: addressAt(SAGUARO, name),
  firstName,
  lastName,
  phone,
  companyId: SAGUARO,
  admin: false,
  groups: [],
});

/** People whose sign-in has a further step: one for each state that an account can be in. */
const PHONE = referrer('phone', 'Imani', 'Brooks', '6025550181');
const NEW_PHONE = referrer('new-phone', 'Elias', 'Novak', '6025550182');
const EXPIRED = referrer('expired', 'Sofia', 'Castillo', '6025550183');
export const ACTIVATE = referrer('activate', 'Noah', 'Fischer', '6025550184');

export const SIGN_IN_STATES: readonly Person[] = [PHONE, NEW_PHONE, EXPIRED, ACTIVATE];

/** Repeating it adds nothing, and sends no second activation mail. */
export async function seedSignInStates(
  store: EventStore,
  identity: IdentityAdmin,
  password: string,
  at: string,
): Promise<void> {
  const phoneId = await createAccount(store, identity, PHONE, password, at);
  await manage(identity, 'POST', `/api/v1/users/${phoneId}/factors?updatePhone=true&activate=true`, {
    factorType: 'sms',
    provider: 'OKTA',
    profile: { phoneNumber: PHONE.phone },
  });
  const newPhoneId = await createAccount(store, identity, NEW_PHONE, password, at);
  await manage(identity, 'PUT', `/api/v1/groups/${await secondFactorGroup(identity)}/users/${newPhoneId}`);
  const expiredId = await createAccount(store, identity, EXPIRED, password, at);
  await manage(identity, 'POST', `/api/v1/users/${expiredId}/lifecycle/expire_password`);
  await activateUser(identity, await createAccount(store, identity, ACTIVATE, undefined, at));
}

const SECOND_FACTOR = { name: 'Second factor', description: 'Sign in with a code', secondFactor: 'REQUIRED' } as const;

async function secondFactorGroup(identity: IdentityAdmin): Promise<string> {
  type Group = { readonly id: string; readonly profile: { readonly name: string } };
  const groups = (await manage(identity, 'GET', '/api/v1/groups')) as readonly Group[];
  const existing = groups.find(({ profile }) => profile.name === SECOND_FACTOR.name);
  const group = existing ?? ((await manage(identity, 'POST', '/api/v1/groups', { profile: SECOND_FACTOR })) as Group);
  return group.id;
}
