import { setTimeout as pause } from 'node:timers/promises';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NOT_ELIGIBLE, type RedeemBenefitBody, type RedemptionAnswer } from '@throughline/contracts';
import { ORDER_FORM_IDS, orderFormOf, redemptionOf, Rejection, type RewardProgramme } from '@throughline/domain';
import { notFound } from '../http/refusal.js';
import { Benefits } from '../referral-access/benefits.js';
import { LookUpTickets } from '../referral-access/look-up-tickets.js';

const POLL_MS = 50;
const PATIENCE_MS = 2_000;

/**
 * POST /eligible-patients/redeem: what became of the benefit that an order was for. It redeems nothing: the worker does, once the
 * order is recorded; asked earlier than that, it waits a little. Whoever has the order's ticket may ask, as often as they like.
 */
export class RedeemBenefit extends Query<RedemptionAnswer> {
  constructor(readonly asked: RedeemBenefitBody) {
    super();
  }
}

@QueryHandler(RedeemBenefit)
export class RedeemBenefitHandler implements IQueryHandler<RedeemBenefit> {
  constructor(
    private readonly benefits: Benefits,
    private readonly tickets: LookUpTickets,
  ) {}

  async execute({ asked: { eligiblePatientId: ticket, referralId } }: RedeemBenefit): Promise<RedemptionAnswer> {
    const spent = await this.tickets.find(ticket);
    if (spent?.referral_id !== referralId) throw notFound('referral');
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const state = await this.benefits.stateOf(spent.eligible_patient_id);
      const outcome = redemptionOf(state, referralId);
      if (outcome === 'refused') throw new Rejection('eligibility/not-eligible', refusalOf(spent.programme));
      if (outcome === 'redeemed' || performance.now() > deadline) return { outcome };
      await pause(POLL_MS);
    }
  }
}

function refusalOf(programme: RewardProgramme): string {
  const form = ORDER_FORM_IDS.map(orderFormOf).find(({ lookUp }) => lookUp?.programme === programme);
  return form?.lookUp?.notEligible ?? NOT_ELIGIBLE;
}
