import {
  NOBODY,
  type QueueFilters,
  type QueueTab,
  SUMMARY_DAYS,
  SUMMARY_FILTERS,
  type TaskSummary,
} from '@throughline/contracts';
import type { ChartBar } from '../../../ui/bar-chart.js';
import { shortDay } from '../../../ui/calendar.js';
import { countOf } from '../task/available-actions.js';
import { addressOf, NO_FILTERS, type QueueView } from './queue-view.js';

/** A chart of the dashboard. */
export interface SummaryChart {
  readonly heading: string;
  /** What it shows, in a sentence. */
  readonly says: string;
  /** Empty: nothing was counted. */
  readonly bars: readonly ChartBar[];
  /** Stand side by side, as days do; otherwise one below the other. */
  readonly upright?: boolean;
  readonly urgent?: boolean;
  readonly table: ChartTable;
}

export interface ChartTable {
  /** Of its columns; the first one names the rows. */
  readonly heads: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly ChartBar[] }[];
}

/** The filters that the dashboard is counted under. */
export const summaryFilters = ({ filters }: QueueView): Partial<QueueFilters> =>
  Object.fromEntries(SUMMARY_FILTERS.map((filter) => [filter, filters[filter]]));

/** The charts of a summary. Each bar opens the queue with the tasks that it counts, under the filters of the view. */
export function chartsOf(summary: TaskSummary, view: QueueView): readonly SummaryChart[] {
  const barOf: MakeBar = ({ label, count, what, tab, filters }) => ({
    label,
    count,
    name: `${label}: ${countOf(count, what)}, show them`,
    address: `?${addressOf({ ...view, tab, search: '', page: 0, filters: { ...NO_FILTERS, ...summaryFilters(view), ...filters } })}`,
  });
  return [
    stepsChart(summary, barOf),
    agesChart(summary, barOf),
    overdueChart(summary, barOf),
    ...completedCharts(summary, barOf),
  ];
}

interface BarFacts {
  readonly label: string;
  readonly count: number;
  /** Noun of what is counted. */
  readonly what: string;
  readonly tab: QueueTab;
  readonly filters: Partial<QueueFilters>;
}
type MakeBar = (facts: BarFacts) => ChartBar;

function stepsChart({ steps }: TaskSummary, barOf: MakeBar): SummaryChart {
  const bars = steps.map(({ step, count }) =>
    barOf({ label: step, count, what: 'open task', tab: 'open', filters: { step: [step] } }),
  );
  return { heading: 'Open tasks by step', says: mostWords('open task', bars), bars, table: tableOf('Step', bars) };
}

function agesChart({ ages }: TaskSummary, barOf: MakeBar): SummaryChart {
  const bars = ages.map(({ age, count }) =>
    barOf({ label: age, count, what: 'open task', tab: 'open', filters: { age: [age] } }),
  );
  const oldest = bars.at(-1) ?? { count: 0, label: '' };
  const says =
    totalOf(bars) === 0
      ? 'No open tasks.'
      : `${countOf(totalOf(bars), 'open task')}, ${oldest.count} for orders of ${oldest.label}.`;
  return { heading: 'Open tasks by age', says, bars, table: tableOf('Age of the order', bars) };
}

function overdueChart({ overdue }: TaskSummary, barOf: MakeBar): SummaryChart {
  const bars = overdue.map(({ department, count }) =>
    barOf({ label: department, count, what: 'overdue task', tab: 'overdue', filters: { department: [department] } }),
  );
  return {
    heading: 'Overdue by department',
    says: mostWords('overdue task', bars),
    bars,
    urgent: true,
    table: tableOf('Department', bars),
  };
}

/** So many people have a bar; the table has all. */
const MOST_PEOPLE = 8;

function completedCharts({ days, completed }: TaskSummary, barOf: MakeBar): readonly SummaryChart[] {
  const done = { what: 'completed task', tab: 'completed' } as const;
  const labelOf = (day: string) => shortDay(Date.parse(day), Date.parse(days.at(-1) ?? day), 'UTC');
  const people = new Map(completed.map(({ person }) => [person?.userId ?? NOBODY, person?.name ?? 'Nobody']));
  const count = (isCounted: (one: TaskSummary['completed'][number]) => boolean) => totalOf(completed.filter(isCounted));
  const byDay = days.map((day) =>
    barOf({ ...done, label: labelOf(day), count: count((one) => one.day === day), filters: { completed: [day] } }),
  );
  const byPerson = [...people]
    .map(([userId, name]) => {
      const own = count(({ person }) => (person?.userId ?? NOBODY) === userId);
      return barOf({ ...done, label: name, count: own, filters: { assignee: [userId], completed: days } });
    })
    .sort((one, other) => other.count - one.count);
  const matrix = [...people].map(([userId, name]) => ({
    name,
    cells: days.map((day) => {
      const own = count((one) => one.day === day && (one.person?.userId ?? NOBODY) === userId);
      const filters = { assignee: [userId], completed: [day] };
      return barOf({ ...done, label: `${name}, ${labelOf(day)}`, count: own, filters });
    }),
  }));
  const total = totalOf(byDay);
  const none = 'No task was completed in these days.';
  const more = byPerson.length - MOST_PEOPLE;
  return [
    {
      heading: `Completed in the last ${SUMMARY_DAYS} days`,
      says: total === 0 ? none : `${countOf(total, 'task')} completed, ${byDay.at(-1)?.count ?? 0} of them today.`,
      bars: byDay,
      upright: true,
      table: { heads: ['Person', ...days.map(labelOf)], rows: matrix },
    },
    {
      heading: `Completed by person, ${SUMMARY_DAYS} days`,
      says:
        total === 0
          ? none
          : `Most by ${largestOf(byPerson).label} (${largestOf(byPerson).count})${more > 0 ? `; ${more} more people in the table` : ''}.`,
      bars: byPerson.slice(0, MOST_PEOPLE),
      table: tableOf('Person', byPerson),
    },
  ];
}

/** `12 open tasks, most in Documentation (7).` */
function mostWords(what: string, bars: readonly ChartBar[]): string {
  const [total, most] = [totalOf(bars), largestOf(bars)];
  if (total === 0) return `No ${what}s.`;
  return `${countOf(total, what)}, ${most.count === total ? `all in ${most.label}` : `most in ${most.label} (${most.count})`}.`;
}

const tableOf = (head: string, bars: readonly ChartBar[]): ChartTable => ({
  heads: [head, 'Tasks'],
  rows: bars.map((bar) => ({ name: bar.label, cells: [bar] })),
});

const totalOf = (parts: readonly { readonly count: number }[]): number =>
  parts.reduce((total, { count }) => total + count, 0);

const largestOf = (bars: readonly ChartBar[]): Pick<ChartBar, 'label' | 'count'> =>
  bars.reduce((largest, bar) => (bar.count > largest.count ? bar : largest), bars[0] ?? { label: '', count: 0 });
