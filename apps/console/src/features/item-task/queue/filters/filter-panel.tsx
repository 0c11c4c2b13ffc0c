import type { QueueFilter, QueueFilters, TaskQueue, TaskSortField } from '@throughline/contracts';
import { DEPARTMENTS, RECERT_SUB_DEPARTMENTS, SUB_DEPARTMENTS } from '@throughline/domain';
import { Button, Stack } from '@mui/material';
import { ChevronDown } from '../../../../ui/icons/icons.js';
import { useOpening } from '../../../../ui/page/on-demand.js';
import type { Sort } from '../../../../ui/tables/data-column.js';
import { Choices, ChosenFilters as Chosen, CutOff, FilterPanel as Panel } from '../../../../ui/tables/filter-panel.js';
import { Count } from '../queue-tabs.js';
import { FilterMenu, PeopleNames } from './filter-menu.js';
import { isNarrowed, type QueueView } from '../queue-view.js';

type Counts = Readonly<Record<string, number>>;

interface FilterPanelProps {
  readonly view: QueueView;
  readonly counts: Pick<TaskQueue, 'departmentCounts' | 'categoryCounts'> | undefined;
  /** The sub-departments that had tasks when the queue was read. One that gets its first task later appears after the next read. */
  readonly categories: Counts | undefined;
  readonly onSort: (sort: Sort) => void;
  readonly onChange: (filters: Partial<QueueFilters>) => void;
  readonly onClear: () => void;
  readonly open: boolean;
  readonly anchorEl: HTMLElement | null;
  readonly onClose: () => void;
}

/** The filters with a menu. */
const WITH_MENU: readonly QueueFilter[] = ['task', 'status', 'step', 'age', 'state', 'assignee', 'completed'];

const LABELS: Readonly<Record<QueueFilter, string>> = {
  department: 'Department',
  category: 'Sub-department',
  task: 'Task',
  status: 'Status',
  step: 'Step',
  age: 'Age',
  state: 'State',
  assignee: 'Who',
  completed: 'Completed on',
};

/** What cards, which have no column headers, are sorted by on a phone. */
const SORTED_BY: readonly { readonly id: TaskSortField; readonly header: string }[] = [
  { id: 'dueAt', header: 'Due' },
  { id: 'task', header: 'Task' },
  { id: 'memberLastName', header: 'Member' },
  { id: 'caseOpenedAt', header: 'Age' },
  { id: 'stepSince', header: 'In task' },
  { id: 'assigneeName', header: 'Who' },
];

/**
 * Sub-departments that the ordering specification names (section 3). The others have few tasks, so each is offered only while it has any.
 */
const NAMED_SUB_DEPARTMENTS: readonly string[] = [
  'Breast Pump',
  'Pregnancy Rewards',
  'Incontinence',
  'Supplies',
  'Equipment',
  ...RECERT_SUB_DEPARTMENTS,
];

/**
 * All filters of the queue. Each takes several values; of the departments and the sub-departments a person chooses one here, or all, and a
 * saved view may have several.
 */
export function FilterPanel({ view, counts, categories, onSort, onChange, onClear, ...popover }: FilterPanelProps) {
  const { tab, filters } = view;
  const { departmentCounts, categoryCounts } = counts ?? {};
  const isOffered = (name: string) =>
    NAMED_SUB_DEPARTMENTS.includes(name) || filters.category.includes(name) || (categories?.[name] ?? 0) > 0;
  return (
    <Panel
      {...popover}
      width={600}
      columns={SORTED_BY}
      sort={view.sort}
      onSort={onSort}
      isNarrowed={isNarrowed(view)}
      onClear={onClear}
    >
      <Choices
        label="Department"
        all="All departments"
        choices={counted(DEPARTMENTS, departmentCounts)}
        chosen={filters.department}
        onAll={() => onChange({ department: [] })}
        onChoose={(name) => onChange({ department: [name] })}
      />
      <Choices
        label="Sub-department"
        about="A task counts in each sub-department of its items."
        all="All sub-departments"
        choices={counted(SUB_DEPARTMENTS.filter(isOffered), categoryCounts)}
        chosen={filters.category}
        onAll={() => onChange({ category: [] })}
        onChoose={(name) => onChange({ category: [name] })}
      />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 2 }}>
        {WITH_MENU.filter((filter) => filter !== 'completed' || tab === 'completed').map((filter) => (
          <FilterSelect
            key={filter}
            filter={filter}
            chosen={filters[filter]}
            onChange={(chosen) => onChange({ [filter]: chosen })}
          />
        ))}
      </Stack>
    </Panel>
  );
}

const counted = (names: readonly string[], counts: Counts | undefined) =>
  names.map((name) => ({ value: name, label: name, count: counts ? <Count of={counts[name] ?? 0} /> : null }));

interface FilterSelectProps {
  readonly filter: QueueFilter;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A button that shows the chosen values of a filter, with their menu. */
function FilterSelect({ filter, chosen, onChange }: FilterSelectProps) {
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
        sx={{ minWidth: 96, maxWidth: 220, justifyContent: 'space-between', borderColor: 'control' }}
      >
        <Words filter={filter} chosen={chosen} />
      </Button>
      {hasOpened ? (
        <FilterMenu {...part} filter={filter} label={LABELS[filter]} chosen={chosen} onChange={onChange} />
      ) : null}
    </>
  );
}

/** A filter with its values, cut off where they are too long. */
const Words = ({ filter, chosen }: Pick<FilterSelectProps, 'filter' | 'chosen'>) => (
  <CutOff>
    {LABELS[filter]}
    {chosen.length === 0 ? null : ': '}
    {chosen.length > 0 && filter === 'assignee' ? <PeopleNames userIds={chosen} /> : chosen.join(', ')}
  </CutOff>
);

/** The filters that narrow the queue, each with its values. */
export function ChosenFilters({ view, onChange, onClear }: Pick<FilterPanelProps, 'view' | 'onChange' | 'onClear'>) {
  const { filters } = view;
  const narrowing = (Object.keys(LABELS) as QueueFilter[]).filter((filter) => filters[filter].length > 0);
  return (
    <Chosen
      chosen={narrowing.map((filter) => ({
        id: filter,
        words: <Words filter={filter} chosen={filters[filter]} />,
        onRemove: () => onChange({ [filter]: [] }),
      }))}
      onClear={onClear}
    />
  );
}
