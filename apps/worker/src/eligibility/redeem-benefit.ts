import {
  continuesIn,
  eligibilityDecider,
  memberOfOrder,
  redemptionOf,
  type Recorded,
  type RedeemBenefit,
  redeemBenefitWhenReferralSubmitted,
  type ReferralSubmitted,
} from '@throughline/domain';
import { type CommandContext, type EventStore, handleCommand } from '@throughline/event-store';
import { benefitIdsOf, mergeEarlier, readBenefit } from './benefit-ids.js';

/**
 * Redeems the benefit of an order, or refuses it, in the stream of the Medicaid ID. A member whom an earlier release registered, with the
 * date of birth in the id, is registered there first, unless the Medicaid ID is known already. `key`: ELIGIBILITY_KEY.
 */
export async function redeemBenefit(
  store: EventStore,
  event: Recorded<ReferralSubmitted>,
  { key, context }: { readonly key: string; readonly context: CommandContext },
): Promise<void> {
  const command = redeemBenefitWhenReferralSubmitted(event);
  if (command === null) return;
  const redeem = async (data: RedeemBenefit['data']) => {
    const asked: string[] = [];
    let id: string | null = data.eligiblePatientId;
    while (id !== null) {
      asked.push(id);
      const request = { ...command, data: { ...data, eligiblePatientId: id } };
      await handleCommand(store, { decider: eligibilityDecider, id, command: request, context });
      id = await replacementOf(store, asked, data.referralId);
    }
  };
  const patient = memberOfOrder(event.data);
  if (patient === null) return redeem(command.data);
  const ids = { ...benefitIdsOf(key, patient), datedId: command.data.eligiblePatientId };
  const { eligiblePatientId } = ids;
  const isEarlier = (await readBenefit(store, ids.datedId)).status === 'eligible';
  const data = {
    ...command.data,
    eligiblePatientId,
    ...(isEarlier && { earlier: { programme: patient.programme, datedId: ids.datedId } }),
  };
  await redeem(data);
  if (isEarlier) await mergeEarlier(store, ids, context);
}

/**
 * The stream of the ID that replaced the one of this stream, if the order is to be decided there; null: the order is decided. An import may
 * have replaced the Medicaid ID since the member was looked up. Rejects until that import has registered the right ID, because only then it
 * is known whether another of the replaced IDs had redeemed the benefit. The order is then parked, and retried by hand.
 */
async function replacementOf(store: EventStore, asked: readonly string[], referralId: string): Promise<string | null> {
  const state = await readBenefit(store, asked.at(-1)!);
  const next = continuesIn(state);
  if (next === null || redemptionOf(state, referralId) !== 'pending') return null;
  const isRegistered = !asked.includes(next) && (await readBenefit(store, next)).status !== 'unknown';
  if (isRegistered) return next;
  throw new Error(
    'The import that replaces this Medicaid ID has not finished. Repeat it, and then retry this referral.',
  );
}
