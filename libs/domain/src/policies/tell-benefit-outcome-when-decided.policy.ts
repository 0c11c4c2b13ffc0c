import type { BenefitRedeemed, RedemptionRefused } from '../eligibility/eligibility.events.js';
import type { Recorded } from '../kernel/event.js';
import type { TellBenefitOutcome } from '../referral/referral.commands.js';

/** The policies' names in the ids of their commands: never change them. */
export const TELL_BENEFIT_REDEEMED = 'tell-benefit-outcome-when-benefit-redeemed';
export const TELL_BENEFIT_REFUSED = 'tell-benefit-outcome-when-redemption-refused';

/** Who follows an order hears there what became of its benefit. */
export function tellBenefitOutcomeWhenDecided(
  event: Recorded<BenefitRedeemed | RedemptionRefused>,
): TellBenefitOutcome {
  const { referralId } = event.data;
  const [outcome, decidedAt] =
    event.type === 'BenefitRedeemed'
      ? (['redeemed', event.data.redeemedAt] as const)
      : (['refused', event.data.refusedAt] as const);
  return { type: 'TellBenefitOutcome', data: { referralId, outcome, decidedAt } };
}
