import { REWARD_PROGRAMMES, type RewardProgramme } from '@throughline/domain';
import { type Kysely, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

export interface ProgrammeCount {
  readonly programme: RewardProgramme;
  /** Members who have their benefit left. */
  readonly eligible: number;
  readonly redeemed: number;
}

/** Every programme, also one without members. */
export async function countEligiblePatients(db: Kysely<ReadModelSchema>): Promise<readonly ProgrammeCount[]> {
  const { rows } = await sql<{ scope: string; label: string; units: number }>`
    select scope, label, units::bigint from eligible_patient_tally`.execute(db);
  const units = (programme: string, state: string) =>
    rows.find(({ scope, label }) => scope === programme && label === state)?.units ?? 0;
  return REWARD_PROGRAMMES.map((programme) => ({
    programme,
    eligible: units(programme, 'eligible'),
    redeemed: units(programme, 'redeemed'),
  }));
}
