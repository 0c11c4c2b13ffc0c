import { type Recorded, referralDecider, type ReferralEvent, type ReferralSubmitted } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';

/** How a referral began, as the log holds it; undefined: there is none of that id. */
export async function readSubmission(
  store: EventStore,
  referralId: string,
): Promise<Recorded<ReferralSubmitted> | undefined> {
  for await (const event of store.readStream(`${referralDecider.category}-${referralId}`, { to: 0 })) {
    const first = event as Recorded<ReferralEvent>;
    if (first.type === 'ReferralSubmitted') return first;
  }
  return undefined;
}
