import {
  type BenefitOutcomeTold,
  type Recorded,
  referralDecider,
  type ReferralEvent,
  type ReferralSubmitted,
} from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';

const streamOf = (referralId: string) => `${referralDecider.category}-${referralId}`;

/** The submission of a referral, from the log; undefined when there is no referral with that id. */
export async function readSubmission(
  store: EventStore,
  referralId: string,
): Promise<Recorded<ReferralSubmitted> | undefined> {
  for await (const event of store.readStream(streamOf(referralId), { to: 0 })) {
    const first = event as Recorded<ReferralEvent>;
    if (first.type === 'ReferralSubmitted') return first;
  }
  return undefined;
}

/** The outcome of the benefit that the order asks for; null until it is recorded. */
export async function readBenefitOutcome(
  store: EventStore,
  referralId: string,
): Promise<BenefitOutcomeTold['data']['outcome'] | null> {
  for await (const recorded of store.readStream(streamOf(referralId))) {
    const event = recorded as Recorded<ReferralEvent>;
    if (event.type === 'BenefitOutcomeTold') return event.data.outcome;
  }
  return null;
}
