import {
  ANONYMOUS_ACTOR,
  type CatalogueItem,
  eligibilityDecider,
  type EligiblePatient,
  itemsFor,
  type Order,
  ORDER_FORM_IDS,
  type OrderedItem,
  orderFormOf,
  type Payor,
  referralDecider,
  referralId,
} from '@throughline/domain';
import {
  contextCausedBy,
  derivedCommandId,
  type EventStore,
  handleCommand,
  systemContext,
} from '@throughline/event-store';
import { benefitIdsOf } from '../eligibility/benefit-ids.js';
import { policies, type PolicyFacts } from '../policies/policies.js';
import { DEMO_CATALOGUE, demoOrder, type DemoReferrer } from './demo-order.js';
import { Random } from './random.js';

/** Namespace of the ids of these commands. */
const BENEFITS = '1c7f0a52-8f4e-4f0b-9d0a-7a3d1be2c904';
const DAY_MS = 86_400_000;

/** The members that can be looked up in the demo (README.md). None of them is a real person. */
export const DEMO_BENEFITS: readonly (EligiblePatient & { readonly redeemedDaysAgo: number | null })[] = [
  { programme: 'diaper', medicaidId: 'VA1000001', dateOfBirth: '1994-03-12', redeemedDaysAgo: null },
  { programme: 'diaper', medicaidId: 'VA1000002', dateOfBirth: '1999-08-27', redeemedDaysAgo: null },
  { programme: 'diaper', medicaidId: 'VA1000009', dateOfBirth: '1991-07-04', redeemedDaysAgo: 3 },
  { programme: 'pregnancy', medicaidId: 'AZ1000001', dateOfBirth: '1996-05-04', redeemedDaysAgo: null },
  { programme: 'pregnancy', medicaidId: 'AZ1000002', dateOfBirth: '2001-01-19', redeemedDaysAgo: null },
  { programme: 'pregnancy', medicaidId: 'AZ1000009', dateOfBirth: '1988-10-30', redeemedDaysAgo: 5 },
];

export interface SeedBenefits {
  readonly store: EventStore;
  /** ELIGIBILITY_KEY */
  readonly key: string;
  readonly now: Date;
  readonly facts: PolicyFacts;
}

/** Registers members of both programmes, some of whom have already ordered. Repeating it adds nothing. */
export async function seedBenefits({ store, key, now, facts }: SeedBenefits): Promise<void> {
  for (const [n, member] of DEMO_BENEFITS.entries()) {
    const { eligiblePatientId, datedId } = benefitIdsOf(key, member);
    const registeredAt = new Date(now.getTime() - 30 * DAY_MS).toISOString();
    const commandId = derivedCommandId(BENEFITS, `register/${n}`);
    await handleCommand(store, {
      decider: eligibilityDecider,
      id: eligiblePatientId,
      command: {
        type: 'RegisterEligiblePatient',
        data: { eligiblePatientId, programme: member.programme, datedId, at: registeredAt },
      },
      context: systemContext(commandId, registeredAt),
    });
    if (member.redeemedDaysAgo === null) continue;
    const at = new Date(now.getTime() - member.redeemedDaysAgo * DAY_MS).toISOString();
    await submit({ store, key, now, facts }, member, { eligiblePatientId: datedId, at, n });
  }
}

interface Submission {
  readonly eligiblePatientId: string;
  readonly at: string;
  readonly n: number;
}

/**
 * Submits the member's order, and sends the worker's commands about it under the ids that the worker would use, so that the worker finds
 * them done.
 */
async function submit(
  { store, now, facts }: SeedBenefits,
  member: EligiblePatient,
  { eligiblePatientId, at, n }: Submission,
): Promise<void> {
  const form = ORDER_FORM_IDS.map(orderFormOf).find(({ lookUp }) => lookUp?.programme === member.programme);
  if (form?.payor == null) throw new Error(`No form is for members of ${member.programme}.`);
  const { state, groupId } = form.payor;
  const offered = itemsFor(DEMO_CATALOGUE, { state, groupId, itemCategory: form.itemCategory });
  const random = new Random(9_000 + n);
  const id = referralId({ at, random: random.next() });
  const order = orderOf(random, member, offered, form.payor, now);
  const commandId = derivedCommandId(BENEFITS, `submit/${n}`);
  const { events } = await handleCommand(store, {
    decider: referralDecider,
    id,
    command: {
      type: 'SubmitReferral',
      data: { referralId: id, form: form.id, order, offered, companyId: null, eligiblePatientId, submittedAt: at },
    },
    context: { commandId, actor: ANONYMOUS_ACTOR, at, correlationId: commandId, causationId: null },
  });
  for (const event of events)
    for (const policy of policies.filter(({ when }) => when === event.type))
      await policy.act(store, event, facts, contextCausedBy(event, policy.name));
}

const PLACES: Readonly<Record<string, Pick<Order['memberInfo'], 'city' | 'state' | 'zip'>>> = {
  VA: { city: 'Norfolk', state: 'VA', zip: '23510' },
  AZ: { city: 'Tucson', state: 'AZ', zip: '85701' },
};

/** An order that a member places for themselves. */
function orderOf(
  random: Random,
  { medicaidId, dateOfBirth, programme }: EligiblePatient,
  offered: readonly CatalogueItem[],
  payor: Payor,
  now: Date,
): Order {
  const member: DemoReferrer = {
    firstName: 'Rosalind',
    lastName: 'Okafor',
    email: `${programme}.member@mail.example`,
    phone: '8045550163',
    company: payor.name,
  };
  const { memberInfo, insuranceInfo, ...order } = demoOrder(random, member, 0, now);
  const { firstName, lastName, phone } = member;
  return {
    ...order,
    memberInfo: {
      ...memberInfo,
      ...PLACES[payor.state],
      firstName,
      lastName,
      phone,
      DOB: dateOfBirth,
      gender: 'Female',
      height: null,
      weight: null,
      allergies: null,
      diag: null,
    },
    insuranceInfo: { ...insuranceInfo, medicaidId, plan: payor.name },
    physicianInfo: { firstName: null, lastName: null, NPI: null, phone: null, fax: null, email: null },
    items: [itemOf(random.pick(offered), programme === 'diaper' ? 4 : 1)],
    babyInfo: null,
  };
}

const itemOf = (item: CatalogueItem, qty: number): OrderedItem => ({
  id: 1,
  itemCategory: item.itemCategory,
  catalogueId: item.id,
  item: item.item,
  option: item.options[0] ?? null,
  hcpcs: item.hcpcs,
  description: item.description,
  qty,
});
