import type { Corrections, ReferralDetail } from '@throughline/contracts';
import { useQuery } from '@tanstack/react-query';
import { correctionsQuery } from '../queries.js';

/** A correction of one fact, the latest last. */
export interface FactCorrection {
  readonly from: string | null;
  readonly at: string;
  readonly by: string | null;
}

/** The corrections of a fact, by the title of its section or the number of its item, and by its label. */
export type CorrectionsOf = (section: string | number, label: string) => readonly FactCorrection[];

const NONE: Corrections = [];

/** What was corrected in a referral, for the provider's people; nothing for others, who see the present values only. */
export function useCorrections({ referralId, corrections = 0 }: ReferralDetail, internal: boolean): CorrectionsOf {
  const { data = NONE } = useQuery({
    ...correctionsQuery(referralId, corrections),
    enabled: internal && corrections > 0,
  });
  return (section, label) => correctionsOf(data, section, label);
}

export const correctionsOf = (data: Corrections, section: string | number, label: string): readonly FactCorrection[] =>
  data.flatMap(({ at, by, facts }) =>
    facts.filter((fact) => fact.section === section && fact.field === label).map(({ from }) => ({ from, at, by })),
  );
