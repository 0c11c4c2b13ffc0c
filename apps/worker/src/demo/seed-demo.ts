import { accountDecider } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState, systemContext } from '@throughline/event-store';
import { createAccount } from '../account/create-account.js';
import type { IdentityAdmin } from '@throughline/platform';
import { seedBenefits } from './demo-benefits.js';
import { type DemoCast, demoCast } from './demo-cast.js';
import { runDemoHistory } from './demo-history.js';
import { seedInquiries } from './demo-inquiries.js';
import { demoJourney } from './demo-journey.js';
import { runDemoNotes } from './demo-notes.js';
import { demoOrder } from './demo-order.js';
import { COLLEAGUES, DEMO_OPERATOR, DEMO_PEOPLE } from './demo-people.js';
import { type DeliveredOrder, seedRecertifications } from './demo-recertifications.js';
import { seedSignInStates } from './demo-sign-in-states.js';
import { Random } from './random.js';

const CONCURRENT_HISTORIES = 24;
const CONCURRENT_INVITATIONS = 12;

export interface SeedDemo {
  readonly store: EventStore;
  readonly identity: IdentityAdmin;
  readonly password: string;
  readonly referrals: number;
  /** The demo's history ends at this time. */
  readonly now: Date;
  readonly dayMs: number | null;
  /** ELIGIBILITY_KEY */
  readonly eligibilityKey: string;
  readonly onProgress: (seeded: number) => void;
}

/**
 * Adds people who can sign in, a company of more than a hundred, members who can be looked up, and referrals in all states over the 60 days
 * before `now`, with notes and messages. Repeating it adds nothing.
 */
export async function seedDemo(options: SeedDemo): Promise<void> {
  const { store, identity, password, now, referrals, dayMs, eligibilityKey, onProgress } = options;
  const sixtyDaysAgo = new Date(now.getTime() - 60 * 86_400_000).toISOString();
  const userIds = new Map<string, string>();
  for (const person of Object.values(DEMO_PEOPLE)) {
    userIds.set(person.login, await createAccount(store, identity, person, password, sixtyDaysAgo));
  }
  await nameSiteAdmin(store, userIds.get(DEMO_PEOPLE.siteAdmin.login) ?? '', sixtyDaysAgo);
  await seedSignInStates(store, identity, password, sixtyDaysAgo);
  await seedBenefits({ store, key: eligibilityKey, now, facts: { dayMs, eligibilityKey } });
  const cast = demoCast((login) => userIds.get(login) ?? '');

  await Promise.all([
    inviteColleagues(store, identity, sixtyDaysAgo),
    seedWork({ store, cast, referrals, now, dayMs, onProgress }),
  ]);
}

interface SeedWork extends Pick<SeedDemo, 'referrals' | 'now' | 'dayMs' | 'onProgress'> {
  readonly store: Pick<EventStore, 'append' | 'readStream'>;
  readonly cast: DemoCast;
}

/** Adds the referrals, their notes, recertifications and messages. */
export async function seedWork({ store, cast, referrals, now, dayMs, onProgress }: SeedWork): Promise<void> {
  const { staff } = cast;
  let next = 0;
  let seeded = 0;
  const delivered = new Map<number, DeliveredOrder>();
  const runDemoHistories = async () => {
    for (let n = next++; n < referrals; n = next++) {
      const random = new Random(n + 1);
      const { referrer, actor } = random.pick(cast.submitters);
      const order = demoOrder(random, referrer, n, now);
      const journey = demoJourney(random, n);
      const submitted = await runDemoHistory(store, { n, order, submitter: actor, journey, staff, random, now, dayMs });
      const isOver = journey.end === 'delivered' || journey.end === 'stopped' || journey.end === 'canceled';
      if (actor) await runDemoNotes({ store, n, submitted: submitted.data, submitter: actor, staff, now, isOver });
      if (journey.end === 'delivered') delivered.set(n, { id: submitted.data.referralId, order });
      onProgress(++seeded);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_HISTORIES }, runDemoHistories));
  const inOrder = [...delivered].sort(([one], [other]) => one - other).map(([, order]) => order);
  await seedRecertifications({ store, delivered: inOrder, staff, now, dayMs });
  await seedInquiries({ store, staff, now, dayMs });
}

/** Without a password, each costs three requests and no hash. */
async function inviteColleagues(store: EventStore, identity: IdentityAdmin, at: string): Promise<void> {
  const rest = [...COLLEAGUES];
  const invite = async () => {
    for (let person = rest.pop(); person; person = rest.pop())
      await createAccount(store, identity, person, undefined, at);
  };
  await Promise.all(Array.from({ length: CONCURRENT_INVITATIONS }, invite));
}

const ROLES = '6f0e3c7a-9b52-4a83-8a55-0f6f3f1f7c11';

/** Done only once: if a user of the demo takes the role away, it stays away. */
async function nameSiteAdmin(store: EventStore, userId: string, at: string): Promise<void> {
  const { account } = (await readState(store, accountDecider, userId)).state;
  const seen = { admin: false, siteAdmin: false, companyId: account?.companyId ?? null, active: true };
  const role = { admin: false, siteAdmin: true, seen, reason: 'Manages the people of the plan' };
  await handleCommand(store, {
    decider: accountDecider,
    id: userId,
    command: { type: 'ChangeRole', data: { ...role, operatorId: DEMO_OPERATOR, by: null, otherAdmins: 1 } },
    context: systemContext(derivedCommandId(ROLES, userId), at),
  });
}
