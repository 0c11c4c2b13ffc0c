import { FormControlLabel, Stack, Switch } from '@mui/material';
import type { DataColumn, Sort } from './data-column.js';
import { Choices, FilterPanel } from './filter-panel.js';
import english from '../../../texts/en/list-parts.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('list-parts', english);

/** A filter that is on or off. */
export interface Switched {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A filter by several values. */
export interface Choosing {
  readonly label: string;
  /** A count of null is unknown. */
  readonly choices: readonly { readonly value: string; readonly label: string; readonly count?: number | null }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The filters of a list that is not the queue, and its order, which its cards on a phone have no headers for. */
export interface ListFilterSet {
  readonly choosing?: Choosing;
  readonly switches: readonly Switched[];
  readonly columns: readonly Pick<DataColumn<never>, 'id' | 'header' | 'sortable'>[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Clears the search as well. */
  readonly onClear: () => void;
}

interface ListFilterPanelProps {
  readonly filters: ListFilterSet;
  readonly isNarrowed: boolean;
  readonly open: boolean;
  readonly anchorEl: HTMLElement | null;
  readonly onClose: () => void;
}

/** The filters of a list: those by value, then the switches. Loaded when opened. */
export function ListFilterPanel({ filters, ...panel }: ListFilterPanelProps) {
  const { choosing, switches, columns, sort, onSort, onClear } = filters;
  return (
    <FilterPanel
      {...panel}
      width={520}
      columns={columns.filter(({ sortable }) => sortable)}
      sort={sort}
      onSort={onSort}
      onClear={onClear}
    >
      {choosing ? <Several {...choosing} /> : null}
      <Stack sx={{ alignItems: 'flex-start', '&:not(:first-of-type)': { mt: 1 } }}>
        {switches.map(({ label, checked, onChange }) => (
          <FormControlLabel
            key={label}
            control={<Switch checked={checked} onChange={(event) => onChange(event.target.checked)} />}
            label={label}
            sx={{ minHeight: 36, ml: 0 }}
          />
        ))}
      </Stack>
    </FilterPanel>
  );
}

function Several({ label, choices, chosen, onChange }: Choosing) {
  const t = useTexts();
  return (
    <Choices
      label={label}
      all={t('all')}
      choices={choices.map(({ count, ...choice }) => ({ ...choice, count: count?.toLocaleString('en-US') }))}
      chosen={chosen}
      onAll={() => onChange([])}
      onChoose={(value) =>
        onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
      }
    />
  );
}
