import { ChoiceFilter } from '../../../ui/choice-filter.js';

interface StatusFilterProps {
  readonly chosen: readonly string[];
  /** Referrals per label, under the same search; null: too many to be counted. */
  readonly counts: Readonly<Record<string, number | null>>;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Several statuses at once; a referral is found when any of its items has one of them. */
export function StatusFilter({ chosen, counts, onChange }: StatusFilterProps) {
  const labels = [...new Set([...Object.keys(counts), ...chosen])].sort();
  return (
    <ChoiceFilter
      label="Status"
      menuLabel="Statuses"
      choices={labels.map((label) => ({ value: label, label, count: counts[label] === undefined ? 0 : counts[label] }))}
      counted="referrals"
      chosen={chosen}
      onChange={onChange}
    />
  );
}
