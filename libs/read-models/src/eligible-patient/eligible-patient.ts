import { type EligibilityEvent, type Recorded, REWARD_PROGRAMMES, type RewardProgramme } from '@throughline/domain';
import { type Insertable, type Kysely, sql } from 'kysely';
import { entityOf, type Projection } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

export interface EligiblePatientTable {
  /** A keyed hash, which does not reveal the member. */
  eligible_patient_id: string;
  programme: RewardProgramme;
  redeemed: boolean;
  /** True if the member is counted under another id. */
  merged: boolean | null;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    eligible_patient: EligiblePatientTable;
  }
}

/**
 * How many members a programme has, and how many of them have redeemed their benefit. The counts are maintained, so no query scans the
 * rows.
 */
export const eligiblePatientProjection: Projection<
  Insertable<EligiblePatientTable>,
  Insertable<EligiblePatientTable>
> = {
  name: 'eligible-patient',
  version: 1,
  categories: ['eligibility'],
  evolve: (patient, recorded) => {
    const event = recorded as Recorded<EligibilityEvent>;
    switch (event.type) {
      case 'EligiblePatientRegistered':
        return {
          eligible_patient_id: entityOf(event.stream),
          programme: event.data.programme,
          redeemed: false,
          merged: null,
        };
      case 'DateOfBirthCorrected':
        return patient;
      case 'EligiblePatientMerged':
        return patient && { ...patient, merged: true };
      case 'BenefitRedeemed':
        return patient && { ...patient, redeemed: true };
      case 'RedemptionRefused':
        return patient;
    }
  },
  table: {
    key: 'eligible_patient_id',
    columns: { eligible_patient_id: 'text', programme: 'text', redeemed: 'boolean', merged: 'boolean' },
    indexes: () => [],
  },
  rows: (patient) => [{ ...patient, merged: patient.merged ?? null }],
  tally: ({ programme, redeemed, merged }) =>
    merged ? [] : [{ scope: programme, label: redeemed ? 'redeemed' : 'eligible' }],
};

export interface ProgrammeCount {
  readonly programme: RewardProgramme;
  /** Members whose benefit is not redeemed. */
  readonly eligible: number;
  readonly redeemed: number;
}

/** Includes programmes without members. */
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
