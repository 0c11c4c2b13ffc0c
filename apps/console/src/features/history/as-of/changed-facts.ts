import type { ReferralAsOf } from '@throughline/domain';
import { allFacts } from './referral-facts.js';

/** By key of the fact: what it was just before; null where it said nothing, or was not there. */
export type ChangedFacts = ReadonlyMap<string, { readonly from: string | null }>;

const NOTHING: ChangedFacts = new Map();

/** What one moment changed. At the submission everything is new, so that nothing stands out. */
export function changedFacts(before: ReferralAsOf | null, after: ReferralAsOf | null): ChangedFacts {
  if (before === null || after === null || before === after) return NOTHING;
  const was = new Map(allFacts(before).map(({ key, value }) => [key, value]));
  const changed = allFacts(after).filter(({ key, value }) => (was.get(key) ?? null) !== value);
  return new Map(changed.map(({ key }) => [key, { from: was.get(key) ?? null }]));
}
