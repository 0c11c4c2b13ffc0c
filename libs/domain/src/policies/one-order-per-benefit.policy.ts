import type { RedeemBenefit } from '../eligibility/eligibility.decider.js';
import type { EligiblePatient } from '../eligibility/eligibility.js';
import type { Recorded } from '../kernel/event.js';
import { orderFormOf } from '../referral/order/order-forms.js';
import type { ReferralSubmitted } from '../referral/referral.events.js';
import type { BenefitRedeemed, RedemptionRefused } from '../eligibility/eligibility.events.js';
import type { TurnDownItems } from '../item-task/acts/stop-items.js';
import type { RecordBenefitOutcome } from '../referral/referral.commands.js';

/** The policy's name, which is part of the ids of its commands: never change it. */
export const REDEEM_BENEFIT = 'redeem-benefit-when-referral-submitted';

/** An order that asks for a member's benefit redeems it or is refused; null: the order asks for none. */
export function redeemBenefitWhenReferralSubmitted({
  data: { referralId, eligiblePatientId, submittedAt },
}: Recorded<ReferralSubmitted>): RedeemBenefit | null {
  if (eligiblePatientId === undefined) return null;
  return { type: 'RedeemBenefit', data: { eligiblePatientId, referralId, at: submittedAt } };
}

/** The policy's name, which is part of the ids of its commands: never change it. */
export const TURN_DOWN_ITEMS = 'turn-down-items-when-redemption-refused';

const REASONS: Readonly<Record<RedemptionRefused['data']['because'], string>> = {
  'already-redeemed': 'The member has already redeemed this benefit with another referral',
  'not-registered': 'The member is not eligible for this reward',
};

/** The member whose benefit an order asks for; null: its form has no look-up. */
export function memberOfOrder({ form, order }: ReferralSubmitted['data']): EligiblePatient | null {
  const programme = form && orderFormOf(form).lookUp?.programme;
  const { memberInfo, insuranceInfo } = order;
  return programme ? { programme, medicaidId: insuranceInfo.medicaidId ?? '', dateOfBirth: memberInfo.DOB } : null;
}

/** A benefit is delivered once: an order whose benefit went to another order is turned down. */
export function turnDownItemsWhenRedemptionRefused({
  data: { referralId, because, refusedAt },
}: Recorded<RedemptionRefused>): TurnDownItems {
  return { type: 'TurnDownItems', data: { referralId, reason: REASONS[because], at: refusedAt } };
}

/** The policies' names, which are part of the ids of their commands: never change them. */
export const RECORD_BENEFIT_REDEEMED = 'tell-benefit-outcome-when-benefit-redeemed';
export const RECORD_BENEFIT_REFUSED = 'tell-benefit-outcome-when-redemption-refused';

/** Records the outcome of the benefit in the order's own stream, for consumers that follow the order. */
export function recordBenefitOutcomeWhenDecided(
  event: Recorded<BenefitRedeemed | RedemptionRefused>,
): RecordBenefitOutcome {
  const { referralId } = event.data;
  const [outcome, decidedAt] =
    event.type === 'BenefitRedeemed'
      ? (['redeemed', event.data.redeemedAt] as const)
      : (['refused', event.data.refusedAt] as const);
  return { type: 'RecordBenefitOutcome', data: { referralId, outcome, decidedAt } };
}
