import { QUEUE_FILTERS } from '@throughline/contracts';
import type { ComponentProps } from 'react';
import { onDemand } from '../../../../ui/page/on-demand.js';
import { FiltersButton } from '../../../../ui/tables/filters-button.js';
import { ListSearch } from '../../../../ui/tables/list-search.js';
import { useSearchText } from '../../../../ui/tables/use-search-text.js';
import type { FilterPanel as Panel } from './filter-panel.js';
import type { QueueView } from '../queue-view.js';

const FilterPanel = onDemand(async () => (await import('./filter-panel.js')).FilterPanel);

/** Finds tasks of the queue by member or referral. */
export function QueueSearch({
  search,
  onChange,
}: {
  readonly search: string;
  readonly onChange: (typed: string) => void;
}) {
  return (
    <ListSearch
      label="Search the queue by member or referral ID"
      placeholder="Member or referral ID"
      {...useSearchText(search, onChange)}
    />
  );
}

/** How many values the filters have. */
const chosenIn = ({ filters }: QueueView) => QUEUE_FILTERS.reduce((count, name) => count + filters[name].length, 0);

/** The button for the filters of the queue. They are loaded with the first click. */
export const QueueFilters = (panel: Omit<ComponentProps<typeof Panel>, 'open' | 'anchorEl' | 'onClose'>) => (
  <FiltersButton chosen={chosenIn(panel.view)} preload={FilterPanel.preload}>
    {(part) => <FilterPanel {...part} {...panel} onFailed={part.onClose} />}
  </FiltersButton>
);
