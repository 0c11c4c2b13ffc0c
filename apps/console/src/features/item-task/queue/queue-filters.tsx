import { US_STATES } from '@throughline/contracts';
import { ITEM_CATEGORIES, TASK_CATALOGUE } from '@throughline/domain';
import {
  Box,
  Button,
  FormControl,
  InputAdornment,
  ListItemText,
  MenuItem,
  OutlinedInput,
  Select,
  Stack,
} from '@mui/material';
import { Check, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { LIST_DEBOUNCE_MS, useDebounced } from '../../../ui/use-debounced.js';
import { isNarrowed, type QueueFilter, type QueueView } from './queue-view.js';

type Choice = readonly [value: string, label: string];
const same = (value: string): Choice => [value, value];

const FILTERS: readonly (readonly [QueueFilter, string, readonly Choice[]])[] = [
  ['department', 'Department', [...new Set(TASK_CATALOGUE.map(({ department }) => department))].map(same)],
  ['task', 'Task', TASK_CATALOGUE.map(({ task }) => same(task))],
  ['category', 'Category', ITEM_CATEGORIES.map(same)],
  ['state', 'State', Object.entries(US_STATES).map(([code, name]) => [code, `${code} · ${name}`])],
];

interface QueueFiltersProps {
  readonly view: QueueView;
  readonly onChange: (narrowing: Pick<QueueView, 'search' | 'filters'>) => void;
  /** Stands beside the filters. */
  readonly children: ReactNode;
}

/** Narrows the queue: words, and any of several values each. */
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
  const [typed, setTyped] = useState(search);
  const rested = useDebounced(typed.trim(), LIST_DEBOUNCE_MS);
  useEffect(() => {
    if (rested !== search) onChange(rested);
    // Only typing narrows: an address that changes otherwise must not be overruled by what rests here.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rested]);
  useEffect(() => {
    // By Back, or by Clear filters.
    if (search !== rested) setTyped(search);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [search]);
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

function FilterSelect({ label, choices, chosen, onChange }: FilterSelectProps) {
  return (
    <FormControl size="small" sx={{ minWidth: { xs: 'calc(50% - 4px)', sm: 140 }, maxWidth: 220 }}>
      <Select<string[]>
        multiple
        displayEmpty
        value={[...chosen]}
        onChange={(event) => onChange(Array.from(event.target.value))}
        input={<OutlinedInput />}
        SelectDisplayProps={{ 'aria-label': `${label}: ${chosen.length === 0 ? 'all' : chosen.join(', ')}` }}
        renderValue={(values) =>
          values.length === 0 ? (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {label}
            </Box>
          ) : values.length === 1 ? (
            values[0]
          ) : (
            `${label}: ${values.length}`
          )
        }
        MenuProps={{ slotProps: { paper: { sx: { maxHeight: 400 } } } }}
      >
        {choices.map(([value, words]) => (
          <MenuItem key={value} value={value} dense>
            <Box aria-hidden sx={{ width: 24, display: 'inline-flex' }}>
              {chosen.includes(value) ? <Check size={16} /> : null}
            </Box>
            <ListItemText primary={words} />
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}
