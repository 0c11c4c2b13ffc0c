import { randomUUID } from 'node:crypto';
import { benefitKey, eligibilityDecider, type EligiblePatient, eligiblePatientKey } from '@throughline/domain';
import { handleCommand, systemContext } from '@throughline/event-store';
import { keyedHash } from '@throughline/platform';
import type { Engines } from '../engines/engines.js';

/** The log, and the key by which it names members. */
type EligibilityLog = Pick<Engines, 'store'> & { readonly config: Pick<Engines['config'], 'eligibilityKey'> };
import { anOrder } from './an-order.js';

/** A member of the diaper programme with a unique Medicaid ID. */
export function aMember(): EligiblePatient {
  return { programme: 'diaper', medicaidId: `VA-${randomUUID().slice(0, 8)}`, dateOfBirth: '1996-05-04' };
}

/** The hash by which tickets and orders identify the member. */
export const datedIdOf = ({ config }: Pick<EligibilityLog, 'config'>, patient: EligiblePatient): string =>
  keyedHash(config.eligibilityKey, eligiblePatientKey(patient));
/** The id of the member's benefit. */
export const eligiblePatientIdOf = ({ config }: Pick<EligibilityLog, 'config'>, patient: EligiblePatient): string =>
  keyedHash(config.eligibilityKey, benefitKey(patient));

/** Registers a member like an import. */
export async function register(engines: EligibilityLog, patient: EligiblePatient): Promise<EligiblePatient> {
  const eligiblePatientId = eligiblePatientIdOf(engines, patient);
  const at = new Date().toISOString();
  await handleCommand(engines.store, {
    decider: eligibilityDecider,
    id: eligiblePatientId,
    command: {
      type: 'RegisterEligiblePatient',
      data: { eligiblePatientId, programme: patient.programme, datedId: datedIdOf(engines, patient), at },
    },
    context: systemContext(randomUUID(), at),
  });
  return patient;
}

/** Redeems the benefit like the worker. */
export async function redeem(engines: EligibilityLog, patient: EligiblePatient, referralId: string): Promise<void> {
  const eligiblePatientId = eligiblePatientIdOf(engines, patient);
  const at = new Date().toISOString();
  await handleCommand(engines.store, {
    decider: eligibilityDecider,
    id: eligiblePatientId,
    command: { type: 'RedeemBenefit', data: { eligiblePatientId, referralId, at } },
    context: systemContext(randomUUID(), at),
  });
}

/** POST /referrals/create of four cases of diapers, as the console sends it after a look-up. */
export function aDiaperOrder({ medicaidId, dateOfBirth }: EligiblePatient, ticket: string, { cases = 4 } = {}) {
  const { insuranceInfo, memberInfo, ...order } = anOrder({
    items: [{ ...DIAPERS, qty: cases }],
  });
  return {
    ...order,
    form: 'diapers' as const,
    memberInfo: { ...memberInfo, DOB: dateOfBirth, city: 'Richmond', state: 'VA', zip: '23219' },
    insuranceInfo: { ...insuranceInfo, medicaidId },
    eligiblePatientId: ticket,
    verifyInfo: { medicaidId, DOB: dateOfBirth },
  };
}

const DIAPERS = {
  itemCategory: 'Baby Diaper Rewards',
  catalogueId: 'reward-diaper-case',
  item: 'Baby diapers, case',
  option: { id: '1', name: 'Size 1, 8-14 lb, 192 pieces', hcpcs: null },
  qty: 4,
};
