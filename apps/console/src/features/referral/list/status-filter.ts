import type { Choosing } from '../../../ui/tables/list-filter-panel.js';
import english from '../../../../texts/en/referral-list.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('referral-list', english);

interface StatusFilter extends Pick<Choosing, 'chosen' | 'onChange'> {
  /** The number of referrals for each label under the same search; null: too many to count. */
  readonly counts: Readonly<Record<string, number | null>>;
}

/** Filters by several statuses. A referral matches if any of its items has one of them. */
export function useStatusFilter({ counts, chosen, onChange }: StatusFilter): Choosing {
  const t = useTexts();
  const words = useWords();
  const statuses = [...new Set([...Object.keys(counts), ...chosen])];
  const choices = statuses.map((value) => ({
    value,
    label: words(value),
    count: counts[value] === undefined ? 0 : counts[value],
  }));
  choices.sort((one, other) => one.label.localeCompare(other.label));
  return { label: t('status'), choices, chosen, onChange };
}
