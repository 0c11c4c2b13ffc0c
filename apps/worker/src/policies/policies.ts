import {
  type BenefitRedeemed,
  internalNoteDecider,
  itemTaskDecider,
  NOTE_ADDITIONAL_INFORMATION,
  noteAdditionalInformationWhenReferralSubmitted,
  ITEMS_CORRECTED,
  type ItemsCorrected,
  OPEN_FIRST_TASK,
  openFirstTaskWhenReferralSubmitted,
  PLACE_ITEMS,
  placeItemsWhenOrderCorrected,
  type Recorded,
  REDEEM_BENEFIT,
  type RedemptionRefused,
  referralDecider,
  type ReferralSubmitted,
  RECORD_BENEFIT_REDEEMED,
  RECORD_BENEFIT_REFUSED,
  recordBenefitOutcomeWhenDecided,
  TURN_DOWN_ITEMS,
  turnDownItemsWhenRedemptionRefused,
} from '@throughline/domain';
import {
  type CommandContext,
  contextCausedBy,
  type EventStore,
  handleCommand,
  StoreUnavailable,
  WrongExpectedRevision,
} from '@throughline/event-store';
import type { FailedWork, Reaction, Work } from '../consumer/reaction.js';
import { redeemBenefit } from '../eligibility/redeem-benefit.js';
import { takeOverRedemptions } from '../eligibility/take-over-redemptions.js';

/** Facts that policies need besides the event. */
export interface PolicyFacts {
  /** Length of a day in milliseconds if it is not a real one (`TASK_DAY_MS`); null: calendar days. */
  readonly dayMs: number | null;
  /** ELIGIBILITY_KEY. An operator's command may lack it: then no benefit is redeemed. */
  readonly eligibilityKey: string | undefined;
}

/** A command that an event causes in another stream. */
export interface Policy {
  /** Part of the ids of its commands: never change it. */
  readonly name: string;
  /** Type of the event, or types of the events. */
  readonly when: string | readonly string[];
  /** Events with the same key are processed one after another. Absent: events of different streams are processed concurrently. */
  readonly queueOf?: (event: Recorded) => string | undefined;
  readonly act: (store: EventStore, event: Recorded, facts: PolicyFacts, context: CommandContext) => Promise<unknown>;
}

const openFirstTask: Policy = {
  name: OPEN_FIRST_TASK,
  when: 'ReferralSubmitted',
  act: (store, recorded, { dayMs }, context) => {
    const event = recorded as Recorded<ReferralSubmitted>;
    const command = openFirstTaskWhenReferralSubmitted(event, dayMs);
    return handleCommand(store, { decider: itemTaskDecider, id: event.data.referralId, command, context });
  },
};

const noteAdditionalInformation: Policy = {
  name: NOTE_ADDITIONAL_INFORMATION,
  when: 'ReferralSubmitted',
  act: async (store, recorded, _, context) => {
    const event = recorded as Recorded<ReferralSubmitted>;
    const command = noteAdditionalInformationWhenReferralSubmitted(event);
    if (command === null) return;
    await handleCommand(store, { decider: internalNoteDecider, id: event.data.referralId, command, context });
  },
};

/** Orders for the same benefit are processed one after another: concurrent ones would conflict on the member's stream and retry. */
const redeem: Policy = {
  name: REDEEM_BENEFIT,
  when: 'ReferralSubmitted',
  queueOf: (event) => (event as Recorded<ReferralSubmitted>).data.eligiblePatientId,
  act: (store, recorded, facts, context) =>
    redeemBenefit(store, recorded as Recorded<ReferralSubmitted>, { key: keyOf(facts), context }),
};

function keyOf({ eligibilityKey }: PolicyFacts): string {
  if (eligibilityKey === undefined) throw new Error('ELIGIBILITY_KEY is missing: it must be the one of the API.');
  return eligibilityKey;
}

/** One policy for all three events, so that an item which is removed and restored at once is placed in that order. */
const placeItems: Policy = {
  name: PLACE_ITEMS,
  when: ITEMS_CORRECTED,
  act: async (store, recorded, facts, context) => {
    const command = placeItemsWhenOrderCorrected(recorded as Recorded<ItemsCorrected>, facts.dayMs);
    const { referralId } = command.data;
    await requireFirstTask(store, referralId, facts);
    await handleCommand(store, { decider: itemTaskDecider, id: referralId, command, context });
  },
};

/** Opens the first task if it is not open yet, because policies do not wait for each other. */
async function requireFirstTask(store: EventStore, referralId: string, facts: PolicyFacts): Promise<void> {
  for await (const submitted of store.readStream(`referral-${referralId}`, { from: 0, to: 0 }))
    await openFirstTask.act(store, submitted, facts, contextCausedBy(submitted, openFirstTask.name));
}

const turnDownItems: Policy = {
  name: TURN_DOWN_ITEMS,
  when: 'RedemptionRefused',
  act: async (store, recorded, facts, context) => {
    const event = recorded as Recorded<RedemptionRefused>;
    const { referralId } = event.data;
    await requireFirstTask(store, referralId, facts);
    const command = turnDownItemsWhenRedemptionRefused(event);
    await handleCommand(store, { decider: itemTaskDecider, id: referralId, command, context });
  },
};

const recordBenefit = (name: string, when: 'BenefitRedeemed' | 'RedemptionRefused'): Policy => ({
  name,
  when,
  act: (store, recorded, _, context) => {
    const command = recordBenefitOutcomeWhenDecided(recorded as Recorded<BenefitRedeemed | RedemptionRefused>);
    return handleCommand(store, { decider: referralDecider, id: command.data.referralId, command, context });
  },
});

export const policies: readonly Policy[] = [
  openFirstTask,
  placeItems,
  noteAdditionalInformation,
  redeem,
  turnDownItems,
  recordBenefit(RECORD_BENEFIT_REDEEMED, 'BenefitRedeemed'),
  recordBenefit(RECORD_BENEFIT_REFUSED, 'RedemptionRefused'),
];

/** Categories of the events that policies process. */
export const POLICY_CATEGORIES = ['referral', 'eligibility'] as const;

interface PoliciesAtWork {
  readonly store: EventStore;
  readonly policies: readonly Policy[];
  readonly facts: PolicyFacts;
}

/** The reaction that runs the policies. */
export function policyReaction({ store, policies, facts }: PoliciesAtWork): Reaction<Policy> {
  return {
    consumer: 'policies',
    categories: POLICY_CATEGORIES,
    handlers: policies,
    consumerOf: ({ name }) => `policy/${name}`,
    takes: ({ when }, { type }) => (typeof when === 'string' ? when === type : when.includes(type)),
    prepare: (started) => takeOverRedemptions({ ...started, store, key: keyOf(facts) }),
    react: (work) => actOnEvents(store, facts, work),
  };
}

/**
 * Sends the commands that the events cause. Their ids are derived from the events' ids, so sending them again changes nothing. Events of
 * different streams are processed concurrently, because concurrent appends share a round trip; events of the same stream, or with the same
 * `queueOf` key, one after another. After a failure (a rejected command, or an event that the policy cannot read), a policy skips the
 * later events of that stream.
 */
async function actOnEvents(
  store: EventStore,
  facts: PolicyFacts,
  work: readonly Work<Policy>[],
): Promise<readonly FailedWork<Policy>[]> {
  const turns = new Map<string, Promise<void>>();
  const failures = new Map<string, FailedWork<Policy>>();
  const running = work.map(({ handler: policy, event }) => {
    const stream = `${policy.name} ${event.stream}`;
    const queue = policy.queueOf?.(event);
    const lines = queue === undefined ? [stream] : [stream, `${policy.name} queue ${queue}`];
    const turn = Promise.all(lines.map((line) => turns.get(line) ?? Promise.resolve())).then(async () => {
      if (failures.has(stream)) return;
      try {
        await policy.act(store, event, facts, contextCausedBy(event, policy.name));
      } catch (error) {
        if (error instanceof StoreUnavailable || error instanceof WrongExpectedRevision) throw error;
        failures.set(stream, { handler: policy, event, error });
      }
    });
    for (const line of lines) turns.set(line, turn);
    return turn;
  });
  await Promise.all(running);
  return [...failures.values()];
}
