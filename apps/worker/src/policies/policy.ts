import {
  eligibilityDecider,
  internalNoteDecider,
  itemTaskDecider,
  NOTE_ADDITIONAL_INFORMATION,
  noteAdditionalInformationWhenReferralSubmitted,
  OPEN_FIRST_TASK,
  openFirstTaskWhenReferralSubmitted,
  type BenefitRedeemed,
  type Recorded,
  referralDecider,
  TELL_BENEFIT_REDEEMED,
  TELL_BENEFIT_REFUSED,
  tellBenefitOutcomeWhenDecided,
  REDEEM_BENEFIT,
  redeemBenefitWhenReferralSubmitted,
  type RedemptionRefused,
  type ReferralSubmitted,
  SYSTEM_ACTOR,
  TURN_DOWN_ITEMS,
  turnDownItemsWhenRedemptionRefused,
} from '@throughline/domain';
import { type CommandContext, derivedCommandId, type EventStore, handleCommand } from '@throughline/event-store';

/** What policies need to know that no event says. */
export interface PolicyFacts {
  /** Length of a day in milliseconds where it is not a real one (`TASK_DAY_MS`); null: calendar days. */
  readonly dayMs: number | null;
}

/** Do this when that: what an event leads to in another stream. */
export interface Policy {
  /** In the ids of its commands: never change it. */
  readonly name: string;
  /** Type of the event. */
  readonly when: string;
  /** Events of one queue are acted on one after another; left out: each event may go beside any other. */
  readonly queueOf?: (event: Recorded) => string | undefined;
  readonly act: (store: EventStore, event: Recorded, facts: PolicyFacts, context: CommandContext) => Promise<unknown>;
}

/** What its streams are parked under. */
export const consumerOf = ({ name }: Policy): string => `policy/${name}`;

/** The command id comes from the event's: acting again is the same command. */
export function contextOf({ name }: Pick<Policy, 'name'>, { metadata }: Recorded): CommandContext {
  const { eventId, at, correlationId } = metadata;
  const commandId = derivedCommandId(eventId, name);
  return { commandId, actor: SYSTEM_ACTOR, at, correlationId, causationId: eventId };
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

/** Orders for one benefit take turns: a hundred at once would lose their races against each other. */
const redeemBenefit: Policy = {
  name: REDEEM_BENEFIT,
  when: 'ReferralSubmitted',
  queueOf: (event) => (event as Recorded<ReferralSubmitted>).data.eligiblePatientId,
  act: async (store, recorded, _, context) => {
    const command = redeemBenefitWhenReferralSubmitted(recorded as Recorded<ReferralSubmitted>);
    if (command === null) return;
    await handleCommand(store, { decider: eligibilityDecider, id: command.data.eligiblePatientId, command, context });
  },
};

/** An order is turned down when its work has begun, which is seen to here: policies do not wait for each other. */
const turnDownItems: Policy = {
  name: TURN_DOWN_ITEMS,
  when: 'RedemptionRefused',
  act: async (store, recorded, facts, context) => {
    const event = recorded as Recorded<RedemptionRefused>;
    const { referralId } = event.data;
    for await (const submitted of store.readStream(`referral-${referralId}`, { from: 0, to: 0 }))
      await openFirstTask.act(store, submitted, facts, contextOf(openFirstTask, submitted));
    const command = turnDownItemsWhenRedemptionRefused(event);
    await handleCommand(store, { decider: itemTaskDecider, id: referralId, command, context });
  },
};

const tellBenefit = (name: string, when: 'BenefitRedeemed' | 'RedemptionRefused'): Policy => ({
  name,
  when,
  act: (store, recorded, _, context) => {
    const command = tellBenefitOutcomeWhenDecided(recorded as Recorded<BenefitRedeemed | RedemptionRefused>);
    return handleCommand(store, { decider: referralDecider, id: command.data.referralId, command, context });
  },
});

export const policies: readonly Policy[] = [
  openFirstTask,
  noteAdditionalInformation,
  redeemBenefit,
  turnDownItems,
  tellBenefit(TELL_BENEFIT_REDEEMED, 'BenefitRedeemed'),
  tellBenefit(TELL_BENEFIT_REFUSED, 'RedemptionRefused'),
];

/** Categories whose events lead to anything. */
export const POLICY_CATEGORIES = ['referral', 'eligibility'] as const;
