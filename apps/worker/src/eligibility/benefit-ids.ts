import {
  benefitKey,
  eligibilityDecider,
  type EligibilityState,
  type EligiblePatient,
  eligiblePatientKey,
} from '@throughline/domain';
import { type CommandContext, type EventStore, handleCommand, readState } from '@throughline/event-store';
import { keyedHash } from '@throughline/platform';

/** The hashes that identify a member in the log (decision 95). */
export interface BenefitIds {
  /** Hash over programme and Medicaid ID: the id of the benefit. */
  readonly eligiblePatientId: string;
  /** Hash that includes the date of birth; until decision 95 the id of the benefit. */
  readonly datedId: string;
}

/** `key`: ELIGIBILITY_KEY. */
export const benefitIdsOf = (key: string, patient: EligiblePatient): BenefitIds => ({
  eligiblePatientId: keyedHash(key, benefitKey(patient)),
  datedId: keyedHash(key, eligiblePatientKey(patient)),
});

export const readBenefit = async (store: EventStore, id: string): Promise<EligibilityState> =>
  (await readState(store, eligibilityDecider, id)).state;

/** Records a redemption of an earlier release under the Medicaid ID alone. Repeating it changes nothing. */
export async function takeOverRedemption(
  store: EventStore,
  { eligiblePatientId, datedId, programme }: BenefitIds & Pick<EligiblePatient, 'programme'>,
  { referralId, context }: { readonly referralId: string; readonly context: CommandContext },
): Promise<void> {
  const data = { eligiblePatientId, referralId, earlier: { programme, datedId }, at: context.at };
  const command = { type: 'TakeOverRedemption', data } as const;
  await handleCommand(store, { decider: eligibilityDecider, id: eligiblePatientId, command, context });
}

/** Ends the stream of a release before decision 95 after its benefit was registered under the Medicaid ID alone. Kept as long as such logs are. */
export const mergeEarlier = (
  store: EventStore,
  { eligiblePatientId, datedId }: BenefitIds,
  context: CommandContext,
): Promise<void> => merge(store, { id: datedId, intoId: eligiblePatientId }, context);

/** Ends a stream after its benefit was registered in another. */
export async function merge(
  store: EventStore,
  { id, intoId }: { readonly id: string; readonly intoId: string },
  context: CommandContext,
): Promise<void> {
  const data = { eligiblePatientId: id, intoId, at: context.at };
  await handleCommand(store, {
    decider: eligibilityDecider,
    id,
    command: { type: 'MergeEligiblePatient', data },
    context,
  });
}
