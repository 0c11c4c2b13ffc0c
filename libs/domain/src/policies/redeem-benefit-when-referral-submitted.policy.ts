import type { RedeemBenefit } from '../eligibility/eligibility.commands.js';
import type { Recorded } from '../kernel/event.js';
import type { ReferralSubmitted } from '../referral/referral.events.js';

/** The policy's name in the ids of its commands: never change it. */
export const REDEEM_BENEFIT = 'redeem-benefit-when-referral-submitted';

/** An order that asks for a member's benefit uses it up, or is refused it; null: it asks for none. */
export function redeemBenefitWhenReferralSubmitted({
  data: { referralId, eligiblePatientId, submittedAt },
}: Recorded<ReferralSubmitted>): RedeemBenefit | null {
  if (eligiblePatientId === undefined) return null;
  return { type: 'RedeemBenefit', data: { eligiblePatientId, referralId, at: submittedAt } };
}
