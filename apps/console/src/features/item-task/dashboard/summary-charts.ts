import {
  NOBODY,
  COMPLETED_DAYS,
  type QueueFilter,
  type QueueFilters,
  type QueueTab,
  type TaskSummary,
} from '@throughline/contracts';
import type { ChartBar } from '../../../ui/bar-chart.js';
import { shortDay } from '../../../ui/words/calendar.js';
import { addressOf, type QueueView } from '../queue/queue-view.js';
import { countOf, withCommas } from '../../../ui/words/counts.js';

export interface SummaryChart {
  readonly heading: string;
  /** A sentence that summarizes the chart. */
  readonly sentence: string;
  /** Empty if nothing was counted. */
  readonly bars: readonly ChartBar[];
  /** Draws the bars side by side, as for days, and not one below the other. */
  readonly upright?: boolean;
  readonly urgent?: boolean;
  /** The address of the view without the values that bars of this chart choose; null if none is chosen. */
  readonly clearAddress: string | null;
  readonly table: ChartTable;
}

export interface ChartTable {
  /** Column headings; the first column names the rows. */
  readonly heads: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly ChartBar[] }[];
}

/**
 * The charts of a summary that was counted under the search and the filters of the view. A bar opens the queue with the tasks that it
 * counts: its values replace those of the same filters. A chosen bar removes its values again and keeps the tab.
 */
export function chartsOf(summary: TaskSummary, view: QueueView): readonly SummaryChart[] {
  return [stepsChart, agesChart, overdueChart, completedChart, peopleChart].map((chart) => chart(summary, view));
}

export interface SummaryFigure {
  readonly label: string;
  readonly count: number;
  readonly urgent?: boolean;
  /** The address of the view with the tasks that are counted. */
  readonly address: string;
}

/** The four figures of a summary, each of which opens its tasks. */
export function figuresOf({ ages, overdue, days, completed }: TaskSummary, view: QueueView): readonly SummaryFigure[] {
  const today = days.at(-1) ?? '';
  const doneToday = completed.filter(({ day }) => day === today);
  return [
    { label: 'Open', count: totalOf(ages), address: addressIn(view, 'open', {}) },
    { label: 'Overdue', count: totalOf(overdue), urgent: true, address: addressIn(view, 'overdue', {}) },
    {
      label: 'Completed today',
      count: totalOf(doneToday),
      address: addressIn(view, 'completed', { completed: [today] }),
    },
    { label: `Completed in ${days.length} days`, count: totalOf(completed), address: addressIn(view, 'completed', {}) },
  ];
}

interface BarFacts {
  readonly label: string;
  readonly count: number;
  /** The noun for what is counted, in the singular. */
  readonly what: string;
  readonly tab: QueueTab;
  /** The values that the bar chooses, by filter. */
  readonly chooses: Partial<Record<QueueFilter, string>>;
}

function barOf(view: QueueView, { label, count, what, tab, chooses }: BarFacts): ChartBar {
  const values = Object.entries(chooses) as [QueueFilter, string][];
  const isChosen = values.every(([filter, value]) => view.filters[filter].includes(value));
  const after = values.map(([filter, value]) => [
    filter,
    isChosen ? view.filters[filter].filter((one) => one !== value) : [value],
  ]);
  return {
    label,
    count,
    isChosen,
    name: `${label}: ${countOf(count, what)}, ${isChosen ? 'chosen, remove this filter' : 'show them'}`,
    address: addressIn(view, isChosen ? view.tab : tab, Object.fromEntries(after) as Partial<QueueFilters>),
  };
}

/** The day of completion is a filter of the completed tab only. */
const addressIn = (view: QueueView, tab: QueueTab, filters: Partial<QueueFilters>): string =>
  `?${addressOf({ ...view, tab, page: 0, filters: { ...view.filters, ...(tab !== 'completed' && { completed: [] }), ...filters } })}`;

const clearAddressOf = (view: QueueView, filter: QueueFilter): string | null =>
  view.filters[filter].length === 0 ? null : addressIn(view, view.tab, { [filter]: [] });

function stepsChart({ steps }: TaskSummary, view: QueueView): SummaryChart {
  const bars = steps.map(({ step, count }) =>
    barOf(view, { label: step, count, what: 'open task', tab: 'open', chooses: { step } }),
  );
  return {
    heading: 'Open tasks by step',
    sentence: mostWords('open task', bars),
    bars,
    clearAddress: clearAddressOf(view, 'step'),
    table: tableOf('Step', bars),
  };
}

function agesChart({ ages }: TaskSummary, view: QueueView): SummaryChart {
  const bars = ages.map(({ age, count }) =>
    barOf(view, { label: age, count, what: 'open task', tab: 'open', chooses: { age } }),
  );
  const oldest = bars.at(-1) ?? { count: 0, label: '' };
  const sentence =
    totalOf(bars) === 0
      ? 'No open tasks.'
      : `${countOf(totalOf(bars), 'open task')}, ${withCommas(oldest.count)} for referrals of ${oldest.label}.`;
  return {
    heading: 'Open tasks by age',
    sentence,
    bars,
    clearAddress: clearAddressOf(view, 'age'),
    table: tableOf('Age of the referral', bars),
  };
}

function overdueChart({ overdue }: TaskSummary, view: QueueView): SummaryChart {
  const bars = overdue.map(({ department, count }) =>
    barOf(view, { label: department, count, what: 'overdue task', tab: 'overdue', chooses: { department } }),
  );
  return {
    heading: 'Overdue by department',
    sentence: mostWords('overdue task', bars),
    bars,
    urgent: true,
    clearAddress: clearAddressOf(view, 'department'),
    table: tableOf('Department', bars),
  };
}

const DONE = { what: 'completed task', tab: 'completed' } as const;
const NOTHING_DONE = 'No task was completed in these days.';

const idOf = ({ person }: Pick<TaskSummary['people'][number], 'person'>): string => person?.userId ?? NOBODY;
const nameOf = ({ person }: Pick<TaskSummary['people'][number], 'person'>): string => person?.name ?? 'Nobody';

const labelOfDay = (day: string, days: readonly string[]): string =>
  shortDay(Date.parse(day), Date.parse(days.at(-1) ?? day), 'UTC');

function completedChart({ days, completed }: TaskSummary, view: QueueView): SummaryChart {
  const labelOf = (day: string) => labelOfDay(day, days);
  const count = (isCounted: (one: TaskSummary['completed'][number]) => boolean) => totalOf(completed.filter(isCounted));
  const bars = days.map((day) => {
    const ofDay = count((one) => one.day === day);
    return barOf(view, { ...DONE, label: labelOf(day), count: ofDay, chooses: { completed: day } });
  });
  const people = new Map(completed.map((one) => [idOf(one), nameOf(one)]));
  const rows = [...people].map(([assignee, name]) => ({
    name,
    cells: days.map((day) => {
      const ofPerson = count((one) => one.day === day && idOf(one) === assignee);
      const label = `${name}, ${labelOf(day)}`;
      return barOf(view, { ...DONE, label, count: ofPerson, chooses: { assignee, completed: day } });
    }),
  }));
  const total = totalOf(bars);
  return {
    heading: `Completed in the last ${COMPLETED_DAYS} days`,
    sentence:
      total === 0
        ? NOTHING_DONE
        : `${countOf(total, 'task')} completed, ${withCommas(bars.at(-1)?.count ?? 0)} of them today.`,
    bars,
    upright: true,
    clearAddress: clearAddressOf(view, 'completed'),
    table: { heads: ['Person', ...days.map(labelOf)], rows },
  };
}

/** Words such as `Nov 22` or `2 days`, for the chosen days, or for all counted ones if none is chosen. */
function daysWords(chosen: readonly string[], days: readonly string[]): string {
  const [day = '', ...others] = chosen.length === 0 ? days : chosen;
  return others.length === 0 ? labelOfDay(day, days) : `${others.length + 1} days`;
}

/** Limits how many people have a bar, beside those who are chosen. The table lists all. */
const MOST_PEOPLE = 8;

function peopleChart({ people, days }: TaskSummary, view: QueueView): SummaryChart {
  const all = people.map((one) =>
    barOf(view, { ...DONE, label: nameOf(one), count: one.count, chooses: { assignee: idOf(one) } }),
  );
  const bars = all.filter(({ isChosen }, index) => index < MOST_PEOPLE || isChosen);
  const more = all.length - bars.length;
  const most = largestOf(all);
  return {
    heading: `Completed by person, ${daysWords(view.filters.completed, days)}`,
    sentence:
      totalOf(all) === 0
        ? NOTHING_DONE
        : `Most by ${most.label} (${withCommas(most.count)})${more > 0 ? `; ${more} more people in the table` : ''}.`,
    bars,
    clearAddress: clearAddressOf(view, 'assignee'),
    table: tableOf('Person', all),
  };
}

/** Example: `12 open tasks, most in Documentation (7).` */
function mostWords(what: string, bars: readonly ChartBar[]): string {
  const [total, most] = [totalOf(bars), largestOf(bars)];
  if (total === 0) return `No ${what}s.`;
  return `${countOf(total, what)}, ${most.count === total ? `all in ${most.label}` : `most in ${most.label} (${withCommas(most.count)})`}.`;
}

const tableOf = (head: string, bars: readonly ChartBar[]): ChartTable => ({
  heads: [head, 'Tasks'],
  rows: bars.map((bar) => ({ name: bar.label, cells: [bar] })),
});

const totalOf = (parts: readonly { readonly count: number }[]): number =>
  parts.reduce((total, { count }) => total + count, 0);

const largestOf = (bars: readonly ChartBar[]): Pick<ChartBar, 'label' | 'count'> =>
  bars.reduce((largest, bar) => (bar.count > largest.count ? bar : largest), bars[0] ?? { label: '', count: 0 });
