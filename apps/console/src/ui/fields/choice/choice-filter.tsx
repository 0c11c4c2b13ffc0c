import { Badge, Button } from '@mui/material';
import type { ChoiceMenuProps } from '../../choice-menu.js';
import { ListFilter } from '../../icons/page-icons.js';
import { onDemand, useOpening } from '../../page/on-demand.js';
import english from '../../../../texts/en/list.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('list', english);

const ChoiceMenu = onDemand(async () => (await import('../../choice-menu.js')).ChoiceMenu);

interface ChoiceFilterProps extends Pick<ChoiceMenuProps, 'choices' | 'chosen' | 'counted' | 'onChange'> {
  /** The subject of the filter, for example "Status". */
  readonly label: string;
  /** The accessible name of the menu, for example "Statuses". */
  readonly menuLabel: string;
}

/** A button with a menu of several choices, each with the number of rows that it would find. */
export function ChoiceFilter({ label, menuLabel, chosen, ...menu }: ChoiceFilterProps) {
  const t = useTexts();
  const { show, part, hasOpened } = useOpening();
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
          {chosen.length > 0 ? t('chosen', { label, count: chosen.length }) : label}
        </Button>
      </Badge>
      {hasOpened ? <ChoiceMenu {...part} {...menu} label={menuLabel} chosen={chosen} onFailed={part.onClose} /> : null}
    </>
  );
}
