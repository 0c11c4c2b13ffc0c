import type { ReferralAsOf } from '@throughline/domain';
import { allFacts } from './referral-facts.js';

/** By key of the fact: what it was just before; null where it said nothing. */
export type ChangedFacts = ReadonlyMap<string, { readonly from: string | null }>;

const NOTHING: ChangedFacts = new Map();

/** What one moment changed. What is new altogether (a task, at the submission everything) was nothing else before, so it does not stand out. */
export function changedFacts(before: ReferralAsOf | null, after: ReferralAsOf | null): ChangedFacts {
  if (before === null || after === null || before === after) return NOTHING;
  const was = new Map(allFacts(before).map(({ key, value }) => [key, value]));
  const changed = allFacts(after).filter(({ key, value }) => was.has(key) && was.get(key) !== value);
  return new Map(changed.map(({ key }) => [key, { from: was.get(key) ?? null }]));
}
