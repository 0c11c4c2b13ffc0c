import { Badge, Button } from '@mui/material';
import { ListFilter } from '../../../ui/icons.js';
import { onDemand, useOpening } from '../../../ui/on-demand.js';

const ChoiceMenu = onDemand(async () => (await import('../../../ui/choice-menu.js')).ChoiceMenu);

interface StatusFilterProps {
  readonly chosen: readonly string[];
  /** Referrals per label, under the same search. */
  readonly counts: Readonly<Record<string, number>>;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Several statuses at once; a referral is found when any of its items has one of them. */
export function StatusFilter({ chosen, counts, onChange }: StatusFilterProps) {
  const { show, part, hasOpened } = useOpening();
  const labels = [...new Set([...Object.keys(counts), ...chosen])].sort();
  return (
    <>
      <Badge badgeContent={chosen.length} color="primary">
        <Button
          variant="outlined"
          startIcon={<ListFilter size={16} aria-hidden />}
          aria-haspopup="menu"
          aria-expanded={part.open}
          onClick={show}
          onPointerEnter={ChoiceMenu.preload}
          onFocus={ChoiceMenu.preload}
        >
          Status{chosen.length > 0 ? `: ${chosen.length} chosen` : ''}
        </Button>
      </Badge>
      {hasOpened ? (
        <ChoiceMenu
          {...part}
          label="Statuses"
          choices={labels.map((label) => ({ value: label, label, count: counts[label] ?? 0 }))}
          counted="referrals"
          chosen={chosen}
          onChange={onChange}
          onFailed={part.onClose}
        />
      ) : null}
    </>
  );
}
