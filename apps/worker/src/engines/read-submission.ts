import {
  type BenefitOutcomeTold,
  type Recorded,
  referralDecider,
  type ReferralEvent,
  type ReferralSubmitted,
} from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';

const streamOf = (referralId: string) => `${referralDecider.category}-${referralId}`;

/** How a referral began, as the log holds it; undefined: there is none of that id. */
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

/** What became of the benefit that the order asks for; null: it has not been told yet. */
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
