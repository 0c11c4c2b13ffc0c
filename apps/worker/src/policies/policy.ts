import {
  internalNoteDecider,
  itemTaskDecider,
  NOTE_ADDITIONAL_INFORMATION,
  noteAdditionalInformationWhenReferralSubmitted,
  OPEN_FIRST_TASK,
  openFirstTaskWhenReferralSubmitted,
  type Recorded,
  type ReferralSubmitted,
} from '@throughline/domain';
import { type CommandContext, type EventStore, handleCommand } from '@throughline/event-store';

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
  readonly act: (store: EventStore, event: Recorded, facts: PolicyFacts, context: CommandContext) => Promise<unknown>;
}

/** What its streams are parked under. */
export const consumerOf = ({ name }: Policy): string => `policy/${name}`;

export const policies: readonly Policy[] = [
  {
    name: OPEN_FIRST_TASK,
    when: 'ReferralSubmitted',
    act: (store, recorded, { dayMs }, context) => {
      const event = recorded as Recorded<ReferralSubmitted>;
      const command = openFirstTaskWhenReferralSubmitted(event, dayMs);
      return handleCommand(store, { decider: itemTaskDecider, id: event.data.referralId, command, context });
    },
  },
  {
    name: NOTE_ADDITIONAL_INFORMATION,
    when: 'ReferralSubmitted',
    act: async (store, recorded, _, context) => {
      const event = recorded as Recorded<ReferralSubmitted>;
      const command = noteAdditionalInformationWhenReferralSubmitted(event);
      if (command === null) return;
      await handleCommand(store, { decider: internalNoteDecider, id: event.data.referralId, command, context });
    },
  },
];

/** Categories whose events lead to anything. */
export const POLICY_CATEGORIES = ['referral'] as const;
