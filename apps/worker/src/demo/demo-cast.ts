import { type Actor, companyOf } from '@throughline/domain';
import type { Person } from '../account/create-account.js';
import type { DemoStaff } from './demo-history.js';
import type { DemoReferrer } from './demo-order.js';
import { DEMO_PEOPLE, OTHER_REFERRERS } from './demo-people.js';

/** The people in the demo's histories. */
export interface DemoCast {
  readonly staff: readonly DemoStaff[];
  /** A referrer who sends more orders is listed more often; without an actor, the order is sent without a sign-in. */
  readonly submitters: readonly { readonly referrer: DemoReferrer; readonly actor: Actor | null }[];
}

export function demoCast(userIdOf: (login: string) => string): DemoCast {
  const actorOf = ({ login, companyId }: Person, role: Actor['role']): Actor => ({
    userId: userIdOf(login),
    email: login,
    role,
    companyId,
  });
  const staff = [DEMO_PEOPLE.staff, DEMO_PEOPLE.staff2].map((person): DemoStaff => {
    const actor = actorOf(person, 'staff');
    const name = `${person.firstName} ${person.lastName}`;
    return { actor, assignee: { userId: userIdOf(person.login), name } };
  });
  const signedIn = [DEMO_PEOPLE.referrer, DEMO_PEOPLE.referrer, DEMO_PEOPLE.referrer2].map((person) => ({
    referrer: asReferrer({ ...person, email: person.login }),
    actor: actorOf(person, 'referrer'),
  }));
  const anonymous = OTHER_REFERRERS.map((person) => ({ referrer: asReferrer(person), actor: null }));
  return { staff, submitters: [...signedIn, ...signedIn, ...anonymous] };
}

function asReferrer(person: Omit<DemoReferrer, 'company'> & { readonly companyId: number | null }): DemoReferrer {
  const { firstName, lastName, email, phone, companyId } = person;
  return { firstName, lastName, email, phone, company: companyOf(companyId)?.name ?? null };
}
