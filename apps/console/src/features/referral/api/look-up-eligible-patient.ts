import type { EligiblePatientFound, LookUpEligiblePatientBody } from '@throughline/contracts';
import { api } from '../../../api/api.js';

/** POST /eligible-patients/look-up. Rejects with `eligibility/not-eligible`, whatever the reason. */
export const lookUpEligiblePatient = (asked: LookUpEligiblePatientBody): Promise<EligiblePatientFound> =>
  api.post<EligiblePatientFound>('/eligible-patients/look-up', asked);
