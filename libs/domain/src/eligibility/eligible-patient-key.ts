import type { RewardProgramme } from '../kernel/reward-programme.js';

/** Who is asked for, as the person, their health plan's file or an order wrote it. */
export interface EligiblePatient {
  readonly programme: RewardProgramme;
  readonly medicaidId: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
}

/**
 * The text of which a keyed hash is the `eligiblePatientId`. Case, spaces and hyphens of a Medicaid ID are how it was written, not
 * whose it is. The hashes are in stored events: never change it.
 */
export function eligiblePatientKey({ programme, medicaidId, dateOfBirth }: EligiblePatient): string {
  return `${programme}\n${medicaidId.replaceAll(/[\s-]/g, '').toUpperCase()}\n${dateOfBirth}`;
}
