import { accountDecider } from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { type ApiUnderTest, type Name, PEOPLE } from './api-under-test.js';
import { post } from './call.js';

/** For each act, the values that it replaces or depends on, which its `seen` must have. */
const SEEN: Readonly<Record<string, readonly string[]>> = {
  profile: ['firstName', 'lastName', 'primaryPhone', 'secondaryPhone'],
  groups: ['groups', 'companyId', 'active'],
  role: ['admin', 'siteAdmin', 'companyId', 'active'],
  company: ['companyId', 'claimedCompanyId', 'groups', 'admin', 'siteAdmin', 'active'],
  deactivate: ['switches', 'admin', 'siteAdmin', 'groups', 'companyId'],
  reactivate: ['switches', 'admin', 'siteAdmin', 'groups', 'companyId'],
};

/** An administrator's act on the account of a person. Unless the body has a `seen`, it is the present state in the log. */
export async function actOnAccount(api: ApiUnderTest, who: Name, act: string, body: object = {}, as: Name = 'admin') {
  const { userId } = PEOPLE[who];
  const { state } = await readState(api.engines.store, accountDecider, userId);
  const values = accountDecider.valuesOf?.(state, {} as never) as Readonly<Record<string, unknown>>;
  const seen = SEEN[act] && { seen: Object.fromEntries(SEEN[act].map((name) => [name, values[name]])) };
  return post(api, `/users/user/${userId}/${act}`, { reason: 'As asked', ...seen, ...body }, { as });
}
