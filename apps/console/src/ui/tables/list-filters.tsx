import type { ComponentProps } from 'react';
import { onDemand } from '../page/on-demand.js';
import type { ChosenFilter } from './filter-panel.js';
import { FiltersButton } from './filters-button.js';
import type { ListFilterPanel as Panel, ListFilterSet } from './list-filter-panel.js';

const ListFilterPanel = onDemand(async () => (await import('./list-filter-panel.js')).ListFilterPanel);

/** What narrows the list: each switch that is on, and each chosen value. */
export const chosenIn = ({ choosing, switches }: ListFilterSet): readonly ChosenFilter[] => [
  ...(choosing?.chosen ?? []).map((value) => ({
    id: value,
    words: choosing!.choices.find((choice) => choice.value === value)?.label ?? value,
    onRemove: () => choosing!.onChange(choosing!.chosen.filter((other) => other !== value)),
  })),
  ...switches
    .filter(({ checked }) => checked)
    .map(({ label, onChange }) => ({ id: label, words: label, onRemove: () => onChange(false) })),
];

/** The button for the filters of a list. */
export const ListFilters = (props: Pick<ComponentProps<typeof Panel>, 'filters' | 'isNarrowed'>) => (
  <FiltersButton chosen={chosenIn(props.filters).length} preload={ListFilterPanel.preload}>
    {(part) => <ListFilterPanel {...part} {...props} onFailed={part.onClose} />}
  </FiltersButton>
);
