import {
  eligibilityDecider,
  memberOfOrder,
  type Recorded,
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
  const patient = memberOfOrder(event.data);
  if (patient === null) {
    await handleCommand(store, { decider: eligibilityDecider, id: command.data.eligiblePatientId, command, context });
    return;
  }
  const ids = { ...benefitIdsOf(key, patient), datedId: command.data.eligiblePatientId };
  const { eligiblePatientId } = ids;
  const isEarlier = (await readBenefit(store, ids.datedId)).status === 'eligible';
  const data = {
    ...command.data,
    eligiblePatientId,
    ...(isEarlier && { earlier: { programme: patient.programme, datedId: ids.datedId } }),
  };
  await handleCommand(store, {
    decider: eligibilityDecider,
    id: eligiblePatientId,
    command: { ...command, data },
    context,
  });
  if (isEarlier) await mergeEarlier(store, ids, context);
}
