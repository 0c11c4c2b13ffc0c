import { ChoiceFilter } from '../../../ui/fields/choice-filter.js';
import english from '../../../../texts/en/referral-list.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('referral-list', english);

interface StatusFilterProps {
  readonly chosen: readonly string[];
  /** The number of referrals for each label under the same search; null: too many to count. */
  readonly counts: Readonly<Record<string, number | null>>;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Filters by several statuses. A referral matches if any of its items has one of them. */
export function StatusFilter({ chosen, counts, onChange }: StatusFilterProps) {
  const t = useTexts();
  const words = useWords();
  const statuses = [...new Set([...Object.keys(counts), ...chosen])];
  const choices = statuses.map((value) => ({
    value,
    label: words(value),
    count: counts[value] === undefined ? 0 : counts[value],
  }));
  return (
    <ChoiceFilter
      label={t('status')}
      menuLabel={t('statuses')}
      choices={choices.sort((one, other) => one.label.localeCompare(other.label))}
      counted="referrals"
      chosen={chosen}
      onChange={onChange}
    />
  );
}
