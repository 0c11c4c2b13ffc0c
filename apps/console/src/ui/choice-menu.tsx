import { ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import type { Choice } from './fields/choice/choices.js';
import { Square, SquareCheck } from './icons/opened-icons.js';
import { ExplainedMenuItem } from './hints/explained-menu-item.js';
import english from '../../texts/en/list-parts.json' with { type: 'json' };
import { textsOf, useWords } from '../language/language.js';

const useTexts = textsOf('list-parts', english);

export interface ChoiceMenuProps {
  /** The accessible name of the menu. */
  readonly label: string;
  /** A count of null is unknown. */
  readonly choices: readonly (Choice & { readonly count?: number | null })[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** Noun of the counts, for screen readers. */
  readonly counted?: string;
  readonly open: boolean;
  readonly anchorEl: HTMLElement | null;
  readonly onClose: () => void;
}

/** A menu with several choices. It stays open while the person chooses. Loaded when opened. */
export function ChoiceMenu({ label, choices, chosen, onChange, counted = '', ...menu }: ChoiceMenuProps) {
  const t = useTexts();
  const translated = useWords();
  return (
    <Menu {...menu} slotProps={{ list: { dense: true, 'aria-label': label }, paper: { sx: { maxHeight: 400 } } }}>
      {choices.map(({ value, label: words, count }) => {
        const on = chosen.includes(value);
        return (
          <ExplainedMenuItem
            key={value}
            of={value}
            role="menuitemcheckbox"
            aria-checked={on}
            onClick={() => onChange(on ? chosen.filter((other) => other !== value) : [...chosen, value])}
          >
            <ListItemIcon>{on ? <SquareCheck size={16} aria-hidden /> : <Square size={16} aria-hidden />}</ListItemIcon>
            <ListItemText primary={words} sx={{ mr: 2 }} />
            {count == null ? null : <span aria-label={`${count} ${translated(counted)}`}>{count}</span>}
          </ExplainedMenuItem>
        );
      })}
      {chosen.length > 0 ? (
        <MenuItem
          onClick={({ currentTarget }) => {
            // The item for clearing disappears, and the focus with it; Escape would then not reach the menu.
            (currentTarget.parentElement?.firstElementChild as HTMLElement | null)?.focus();
            onChange([]);
          }}
        >
          {t('clear')}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
