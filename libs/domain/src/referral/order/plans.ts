import type { InsuranceInfo } from './order.js';

/** The plan that the order form fixes; without one, what the member is insured by. */
export const plansOf = ({
  insuranceType,
  commIns1Name,
  plan,
}: Pick<InsuranceInfo, 'insuranceType' | 'commIns1Name' | 'plan'>): readonly string[] =>
  plan === undefined
    ? [
        insuranceType.medicaid && 'Medicaid',
        insuranceType.medicare && 'Medicare',
        insuranceType.commercial && (commIns1Name ?? 'Commercial'),
      ].filter((name) => name !== false)
    : [plan];
