import { type Actor, companyOf } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { createDemoAccount, type IdentityAdmin } from './demo-accounts.js';
import { type DemoStaff, tellDemoHistory } from './demo-history.js';
import { demoJourney } from './demo-journey.js';
import { demoOrder, type DemoReferrer } from './demo-order.js';
import { DEMO_PEOPLE, type DemoPerson, OTHER_REFERRERS } from './demo-people.js';
import { Random } from './random.js';

const AT_A_TIME = 24;

export interface SeedDemo {
  readonly store: EventStore;
  readonly identity: IdentityAdmin;
  readonly password: string;
  readonly referrals: number;
  /** The demo ends here; its history lies before. */
  readonly now: Date;
  readonly dayMs: number | null;
  readonly onProgress: (told: number) => void;
}

/** People who can sign in, and referrals in all states over the 60 days before `now`. Repeating it adds nothing. */
export async function seedDemo(options: SeedDemo): Promise<void> {
  const { store, identity, password, now, referrals, dayMs, onProgress } = options;
  const sixtyDaysAgo = new Date(now.getTime() - 60 * 86_400_000).toISOString();
  const userIds = new Map<string, string>();
  for (const person of Object.values(DEMO_PEOPLE)) {
    userIds.set(person.login, await createDemoAccount(store, identity, person, password, sixtyDaysAgo));
  }
  const userIdOf = ({ login }: DemoPerson) => userIds.get(login) ?? '';
  const staff = [DEMO_PEOPLE.staff, DEMO_PEOPLE.staff2].map((person): DemoStaff => {
    const actor: Actor = { userId: userIdOf(person), email: person.login, role: 'staff', companyId: person.companyId };
    return { actor, assignee: { userId: userIdOf(person), name: `${person.firstName} ${person.lastName}` } };
  });
  const submitters = [DEMO_PEOPLE.referrer, DEMO_PEOPLE.referrer, DEMO_PEOPLE.referrer2].map((person) => ({
    referrer: asReferrer({ ...person, email: person.login }),
    actor: {
      userId: userIdOf(person),
      email: person.login,
      role: 'referrer',
      companyId: person.companyId,
    } satisfies Actor,
  }));
  const anonymous = OTHER_REFERRERS.map((person) => ({ referrer: asReferrer(person), actor: null }));

  let next = 0;
  let told = 0;
  const tellOneAfterAnother = async () => {
    for (let n = next++; n < referrals; n = next++) {
      const random = new Random(n + 1);
      const { referrer, actor } = random.pick([...submitters, ...submitters, ...anonymous]);
      const order = demoOrder(random, referrer, n, now);
      await tellDemoHistory(store, {
        n,
        order,
        submitter: actor,
        journey: demoJourney(random, n),
        staff,
        random,
        now,
        dayMs,
      });
      onProgress(++told);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, tellOneAfterAnother));
}

function asReferrer(person: Omit<DemoReferrer, 'company'> & { readonly companyId: number | null }): DemoReferrer {
  const { firstName, lastName, email, phone, companyId } = person;
  return { firstName, lastName, email, phone, company: companyOf(companyId)?.name ?? null };
}
