import { Box, Button, ButtonBase, Popover, Stack, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { X } from '../icons/icons.js';
import { WithMeaning } from '../words/with-meaning.js';
import { CardSort } from './data-table.js';
import english from '../../../texts/en/list-parts.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('list-parts', english);

interface FilterPanelProps extends ComponentProps<typeof CardSort> {
  readonly width: number;
  /** Whether there is anything to clear. */
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
  readonly open: boolean;
  readonly anchorEl: HTMLElement | null;
  readonly onClose: () => void;
  /** The filters. */
  readonly children: ReactNode;
}

/** The panel with all filters of a list. On a phone it has the sort order as well, because cards have no column headers. */
export function FilterPanel({
  columns,
  sort,
  onSort,
  width,
  isNarrowed,
  onClear,
  children,
  ...popover
}: FilterPanelProps) {
  const t = useTexts();
  return (
    <Popover
      {...popover}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('filters'), sx: { width, mt: 0.5, p: 2 } } }}
    >
      {children}
      {columns.length === 0 ? null : (
        <Box sx={{ mx: -1.5, mt: 1, '& > div': { border: 0 } }}>
          <CardSort columns={columns} sort={sort} onSort={onSort} />
        </Box>
      )}
      <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, mt: 2 }}>
        {isNarrowed ? <Button onClick={onClear}>{t('clearFilters')}</Button> : null}
        <Button variant="contained" onClick={popover.onClose}>
          {t('done')}
        </Button>
      </Stack>
    </Popover>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly about?: string;
  /** The words of the choice of all, which is made while no other is. */
  readonly all: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly count?: ReactNode }[];
  /** Empty if all are shown. */
  readonly chosen: readonly string[];
  readonly onAll: () => void;
  readonly onChoose: (value: string) => void;
}

/** The values of a filter, side by side. */
export function Choices({ label, about, all, choices, chosen, onAll, onChoose }: ChoicesProps) {
  const id = useId();
  return (
    <Box role="group" aria-label={label} aria-describedby={about && id} sx={{ '& + &': { mt: 2 } }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {label}
      </Typography>
      {about ? (
        <Typography id={id} variant="body2" color="textSecondary">
          {about}
        </Typography>
      ) : null}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, mt: 0.5 }}>
        <Choice aria-pressed={chosen.length === 0} onClick={onAll}>
          {all}
        </Choice>
        {choices.map(({ value, label: words, count }) => (
          <WithMeaning key={value} of={value}>
            {(described) => (
              <Choice {...described} aria-pressed={chosen.includes(value)} onClick={() => onChoose(value)}>
                {words} {count}
              </Choice>
            )}
          </WithMeaning>
        ))}
      </Stack>
    </Box>
  );
}

/** A filter that narrows a list. */
export interface ChosenFilter {
  readonly id: string;
  /** The filter with its values. */
  readonly words: ReactNode;
  readonly onRemove: () => void;
}

interface ChosenFiltersProps {
  readonly chosen: readonly ChosenFilter[];
  readonly onClear: () => void;
}

/** The filters that narrow a list, each with the button that removes it. */
export function ChosenFilters({ chosen, onClear }: ChosenFiltersProps) {
  const t = useTexts();
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={t('chosenFilters')}
      sx={{ flexWrap: 'wrap', gap: 0.5, minWidth: 0 }}
    >
      {chosen.map(({ id, words, onRemove }) => (
        <Choice
          key={id}
          aria-pressed
          title={t('removeFilter')}
          onClick={onRemove}
          sx={{ gap: 0.5, maxWidth: { xs: '100%', sm: 280 } }}
        >
          <CutOff>{words}</CutOff>
          <X size={14} aria-hidden />
        </Choice>
      ))}
      <Button size="small" onClick={onClear}>
        {t('clearFilters')}
      </Button>
    </Stack>
  );
}

export const CutOff = styled('span')({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });

const Choice = styled(ButtonBase)(({ theme }) => ({
  flex: 'none',
  minHeight: 28,
  paddingInline: theme.spacing(1.25),
  font: 'inherit',
  fontSize: '0.8125rem',
  borderRadius: theme.vars.shape.borderRadius,
  border: '1px solid transparent',
  '&:hover': { background: theme.vars.palette.action.hover },
  '&[aria-pressed="true"]': {
    fontWeight: 600,
    borderColor: theme.vars.palette.control,
    background: theme.vars.palette.action.selected,
  },
}));
