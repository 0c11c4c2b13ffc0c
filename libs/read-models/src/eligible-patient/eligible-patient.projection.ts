import type { EligibilityEvent, Recorded, RewardProgramme } from '@throughline/domain';
import type { Insertable } from 'kysely';
import { entityOf, type Projection } from '../projecting/projection.js';

export interface EligiblePatientTable {
  /** A keyed hash: whose it is cannot be read here either. */
  eligible_patient_id: string;
  programme: RewardProgramme;
  redeemed: boolean;
}

/** How many members a programme has, and how many of them have had their benefit: a row and a tally, nothing to scan. */
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
        };
      case 'BenefitRedeemed':
        return patient && { ...patient, redeemed: true };
      case 'RedemptionRefused':
        return patient;
    }
  },
  table: {
    key: 'eligible_patient_id',
    columns: { eligible_patient_id: 'text', programme: 'text', redeemed: 'boolean' },
    indexes: () => [],
  },
  rows: (patient) => [patient],
  tally: ({ programme, redeemed }) => [{ scope: programme, label: redeemed ? 'redeemed' : 'eligible' }],
};
