import type { Corrections } from '@throughline/contracts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/api.js';

/** A previous value of a fact, with the correction that replaced it. */
export interface FactCorrection {
  readonly from: string | null;
  readonly at: string;
  readonly by: string | null;
}

/** Returns the corrections of a fact, by the title of its section or the number of its item, and by its label. The latest is last. */
export type CorrectionsOf = (section: string | number, label: string) => readonly FactCorrection[];

const NONE: Corrections = [];

/** All corrections of a case. Their number is part of the key, so that a further correction is read. */
export const correctionsQuery = (caseId: string, corrections: number) =>
  queryOptions({
    queryKey: ['corrections', caseId, corrections],
    queryFn: (reading) => call('GET /referrals/referral/{id}/corrections', { params: { id: caseId } }, reading),
  });

/** The corrections of a referral or a recertification for the provider's people. Empty for others, who see the present values only. */
export function useCorrections(caseId: string, corrections: number, internal: boolean): CorrectionsOf {
  const { data = NONE } = useQuery({
    ...correctionsQuery(caseId, corrections),
    placeholderData: keepPreviousData,
    enabled: internal && corrections > 0,
  });
  return (section, label) => correctionsOf(data, section, label);
}

export const correctionsOf = (data: Corrections, section: string | number, label: string): readonly FactCorrection[] =>
  data.flatMap(({ at, by, facts }) =>
    facts.filter((fact) => fact.section === section && fact.field === label).map(({ from }) => ({ from, at, by })),
  );
