import { US_STATES } from '@throughline/contracts';
import { TASK_NAMES } from '@throughline/domain';
import { Box, Button, InputAdornment, OutlinedInput, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import type { Choice } from '../../../ui/choices.js';
import { ChevronDown, Search } from '../../../ui/icons.js';
import { onDemand, useOpening } from '../../../ui/on-demand.js';
import { useSearchText } from '../../../ui/use-search-text.js';
import { isNarrowed, type QueueFilter, type QueueView } from './queue-view.js';

const ChoiceMenu = onDemand(async () => (await import('../../../ui/choice-menu.js')).ChoiceMenu);

const same = (value: string): Choice => ({ value, label: value });

const FILTERS: readonly (readonly [QueueFilter, string, readonly Choice[]])[] = [
  ['task', 'Task', TASK_NAMES.map(same)],
  ['state', 'State', Object.entries(US_STATES).map(([code, name]) => ({ value: code, label: `${code} · ${name}` }))],
];

interface QueueFiltersProps {
  readonly view: QueueView;
  readonly onChange: (narrowing: Pick<QueueView, 'search' | 'filters'>) => void;
  /** Stands beside the filters. */
  readonly children: ReactNode;
}

/** Search and filters of the queue. Each filter takes several values. */
export function QueueFilters({ view, onChange, children }: QueueFiltersProps) {
  const { search, filters } = view;
  return (
    <Stack direction="row" component="search" aria-label="Queue" sx={{ flexWrap: 'wrap', gap: 1, mt: 2, mb: 1 }}>
      <QueueSearch search={search} onChange={(typed) => onChange({ filters, search: typed })} />
      {FILTERS.map(([name, label, choices]) => (
        <FilterSelect
          key={name}
          label={label}
          choices={choices}
          chosen={filters[name]}
          onChange={(chosen) => onChange({ search, filters: { ...filters, [name]: chosen } })}
        />
      ))}
      {children}
      {isNarrowed(view) ? (
        <Button
          onClick={() => onChange({ search: '', filters: { department: [], task: [], category: [], state: [] } })}
        >
          Clear filters
        </Button>
      ) : null}
    </Stack>
  );
}

function QueueSearch({ search, onChange }: { readonly search: string; readonly onChange: (typed: string) => void }) {
  const [typed, setTyped] = useSearchText(search, onChange);
  return (
    <OutlinedInput
      size="small"
      type="search"
      value={typed}
      placeholder="Member or referral ID"
      onChange={(event) => setTyped(event.target.value)}
      inputProps={{ 'aria-label': 'Search the queue by member or referral ID', maxLength: 100 }}
      startAdornment={
        <InputAdornment position="start">
          <Search size={16} aria-hidden />
        </InputAdornment>
      }
      sx={{ width: { xs: '100%', sm: 260 } }}
    />
  );
}

interface FilterSelectProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A filter button. Its menu is loaded with the first click. */
function FilterSelect({ label, choices, chosen, onChange }: FilterSelectProps) {
  const { show, part, hasOpened } = useOpening();
  const [one, ...more] = chosen;
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        aria-label={`${label}: ${one === undefined ? 'all' : chosen.join(', ')}`}
        aria-haspopup="menu"
        aria-expanded={part.open}
        endIcon={<ChevronDown size={16} aria-hidden />}
        onClick={show}
        onPointerEnter={ChoiceMenu.preload}
        onFocus={ChoiceMenu.preload}
        sx={FILTER}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {one === undefined ? label : more.length === 0 ? one : `${label}: ${chosen.length}`}
        </Box>
      </Button>
      {hasOpened ? (
        <ChoiceMenu
          {...part}
          label={label}
          choices={choices}
          chosen={chosen}
          onChange={onChange}
          onFailed={part.onClose}
        />
      ) : null}
    </>
  );
}

const FILTER = {
  minWidth: { xs: 'calc(50% - 4px)', sm: 140 },
  maxWidth: 220,
  justifyContent: 'space-between',
  borderColor: 'control',
} as const;
