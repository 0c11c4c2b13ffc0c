import type { QueueFilter } from '@throughline/contracts';
import { Box, Button, InputAdornment, OutlinedInput, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { ChevronDown, Search } from '../../../ui/icons/icons.js';
import { onDemand, useOpening } from '../../../ui/on-demand.js';
import { useSearchText } from '../../../ui/tables/use-search-text.js';
import { isNarrowed, NO_FILTERS, type QueueView } from './queue-view.js';

const FilterMenu = onDemand(async () => (await import('./filter-menu.js')).FilterMenu);
const PeopleNames = onDemand(async () => (await import('./filter-menu.js')).PeopleNames);

/** The filters with a menu. Department and category have tabs instead. */
const FILTERS: readonly (readonly [QueueFilter, string])[] = [
  ['task', 'Task'],
  ['status', 'Status'],
  ['step', 'Step'],
  ['age', 'Age'],
  ['state', 'State'],
  ['assignee', 'Who'],
  ['completed', 'Completed on'],
];

interface QueueFiltersProps {
  readonly view: QueueView;
  readonly onChange: (narrowing: Pick<QueueView, 'search' | 'filters'>) => void;
  /** Shown after the filters. */
  readonly children: ReactNode;
}

/** Search and filters of the queue. Each filter takes several values. */
export function QueueFilters({ view, onChange, children }: QueueFiltersProps) {
  const { tab, search, filters } = view;
  return (
    <Stack direction="row" component="search" aria-label="Queue" sx={{ flexWrap: 'wrap', gap: 1, mt: 2, mb: 1 }}>
      <QueueSearch search={search} onChange={(typed) => onChange({ filters, search: typed })} />
      {FILTERS.filter(([filter]) => filter !== 'completed' || tab === 'completed').map(([filter, label]) => (
        <FilterSelect
          key={filter}
          filter={filter}
          label={label}
          chosen={filters[filter]}
          onChange={(chosen) => onChange({ search, filters: { ...filters, [filter]: chosen } })}
        />
      ))}
      {children}
      {isNarrowed(view) ? (
        <Button onClick={() => onChange({ search: '', filters: NO_FILTERS })}>Clear filters</Button>
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
  readonly filter: QueueFilter;
  readonly label: string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A filter button that shows the chosen values. Its menu is loaded with the first click. */
function FilterSelect({ filter, label, chosen, onChange }: FilterSelectProps) {
  const { show, part, hasOpened } = useOpening();
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={part.open}
        endIcon={<ChevronDown size={16} aria-hidden />}
        onClick={show}
        onPointerEnter={FilterMenu.preload}
        onFocus={FilterMenu.preload}
        sx={FILTER}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {label}
          {chosen.length === 0 ? null : ': '}
          {chosen.length > 0 && filter === 'assignee' ? <PeopleNames userIds={chosen} /> : chosen.join(', ')}
        </Box>
      </Button>
      {hasOpened ? (
        <FilterMenu
          {...part}
          filter={filter}
          label={label}
          chosen={chosen}
          onChange={onChange}
          onFailed={part.onClose}
        />
      ) : null}
    </>
  );
}

const FILTER = {
  minWidth: { xs: 'calc(33.3% - 6px)', sm: 96 },
  maxWidth: 220,
  justifyContent: 'space-between',
  borderColor: 'control',
} as const;
