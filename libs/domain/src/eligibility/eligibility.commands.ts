import type { Command } from '../kernel/command.js';
import type { RewardProgramme } from '../kernel/reward-programme.js';

/** Somebody is a member of a programme, as its health plan says. Nothing happens if they are known. */
export type RegisterEligiblePatient = Command<
  'RegisterEligiblePatient',
  { readonly eligiblePatientId: string; readonly programme: RewardProgramme; readonly at: string }
>;

/** An order uses the member's benefit up. Given by a policy, which may run twice. */
export type RedeemBenefit = Command<
  'RedeemBenefit',
  { readonly eligiblePatientId: string; readonly referralId: string; readonly at: string }
>;

export type EligibilityCommand = RegisterEligiblePatient | RedeemBenefit;
