import { itemsInWords, type QueueTab, type TaskQueueRow } from '@throughline/contracts';
import { type ReactNode, useMemo } from 'react';
import type { DataColumn, RowMark, Sort } from '../../../ui/tables/data-column.js';
import { DataTable } from '../../../ui/tables/data-table.js';
import { CENTRAL } from '../../../ui/words/calendar.js';
import { DueDay } from '../../../ui/words/due-day.js';
import { ListedName } from '../../../ui/words/listed-name.js';
import { onDemand } from '../../../ui/on-demand.js';
import { OneLine } from '../../../ui/words/one-line.js';
import { ageWords } from '../../../ui/words/time-words.js';
import { Age, When } from '../../../ui/words/when.js';
import type { DialogAction } from '../task/available-actions.js';
import { RowViewers } from '../task/task-viewers.js';
import { TaskLink } from '../task/task-link.js';
import type { ShownRow } from './live-rows.js';
import { memberOf, RowMenu } from './row-menu.js';

const CompletedOutcome = onDemand(async () => (await import('./completed-outcome.js')).CompletedOutcome);

interface TaskTableProps {
  readonly tab: QueueTab;
  readonly rows: readonly ShownRow[];
  readonly busy: boolean;
  readonly userId: string;
  /** Whether the person may work on tasks, or only watch. */
  readonly mayWork: boolean;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (taskIds: ReadonlySet<string>) => void;
  readonly onOpenDialog: (action: DialogAction, row: TaskQueueRow) => void;
  readonly onSettled: (taskId: string) => void;
  readonly empty: ReactNode;
}

/** The tasks of a tab. Case age and time in step are separate columns, because an old case may have reached its step recently. */
export function TaskTable({
  tab,
  sort,
  userId,
  mayWork,
  selected,
  onSelect,
  onOpenDialog,
  onSettled,
  ...table
}: TaskTableProps) {
  const done = tab === 'completed';
  const isWorkable = mayWork && !done;
  const columns = useMemo(
    () =>
      columnsFor(
        {
          outcome: done ? (row) => <CompletedOutcome row={row} userId={userId} onSettled={onSettled} /> : null,
          menu: isWorkable
            ? (row) => <RowMenu row={row} userId={userId} onOpenDialog={onOpenDialog} onSettled={onSettled} />
            : null,
        },
        userId,
      ),
    [isWorkable, done, userId, onOpenDialog, onSettled],
  );
  return (
    <DataTable
      caption="tasks"
      columns={columns}
      {...TASK_ROWS}
      minWidth={done ? 1180 : 1080}
      {...(isWorkable && { selected, onSelect })}
      // The default order of completed tasks is not the order of any column.
      {...(done && sort.field === 'dueAt' ? {} : { sort })}
      {...table}
    />
  );
}

function columnsFor(
  { outcome, menu }: Readonly<Record<'outcome' | 'menu', ((row: TaskQueueRow) => ReactNode) | null>>,
  userId: string,
): readonly DataColumn<ShownRow>[] {
  const done = outcome !== null;
  return [
    {
      id: 'dueAt',
      header: done ? 'Done (CT)' : 'Due',
      width: done ? '136px' : '180px',
      sortable: !done,
      cell: ({ row }) => <DueOrDone row={row} done={done} />,
    },
    {
      id: 'task',
      header: 'Task',
      width: '196px',
      sortable: true,
      title: true,
      cell: ({ row }) => <TaskLink taskId={row.taskId} name={row.task} />,
    },
    {
      id: 'memberLastName',
      header: 'Member',
      width: '190px',
      sortable: true,
      cell: ({ row }) => <Member row={row} />,
    },
    ...(outcome
      ? [{ id: 'outcome', header: 'Outcome', width: '196px', cell: ({ row }: ShownRow) => outcome(row) }]
      : []),
    { id: 'items', header: 'Items', cell: ({ row }) => <Items row={row} /> },
    {
      id: 'caseOpenedAt',
      header: 'Age',
      width: '76px',
      about: 'Time since the order.',
      sortable: true,
      align: 'right',
      cell: ({ row }) => <Age at={row.caseOpenedAt} />,
    },
    {
      id: 'stepSince',
      header: 'In step',
      width: '100px',
      about: 'Time since the first of its items reached the task.',
      sortable: true,
      align: 'right',
      cell: ({ row }) => <TimeInStep row={row} />,
    },
    {
      id: 'assigneeName',
      header: 'Who',
      sortable: true,
      width: '164px',
      cell: ({ row }) => (
        <>
          <OneLine text={whoOf(row, userId)} maxWidth={140} />
          <RowViewers taskId={row.taskId} />
        </>
      ),
    },
    ...(menu
      ? [{ id: 'actions', header: 'Actions', controls: true, width: '52px', cell: ({ row }: ShownRow) => menu(row) }]
      : []),
  ];
}

/** The due day, or the time of completion, in Central Time, by which the dashboard and the filter count completed tasks. */
function DueOrDone({ row, done }: { readonly row: TaskQueueRow; readonly done: boolean }) {
  if (row.completedAt === null) return <DueDay task={row} />;
  return (
    <>
      {done ? '' : 'done '}
      <When at={row.completedAt} timeZone={CENTRAL} />
    </>
  );
}

/** The name is isolated, because it may run from right to left and the state does not. */
function Member({ row }: { readonly row: TaskQueueRow }) {
  return (
    <>
      <ListedName lastName={row.memberLastName} firstName={row.memberFirstName} maxWidth={130} /> · {row.memberState}
    </>
  );
}

/** For a completed task, the time until its completion. */
function TimeInStep({ row: { stepSince, completedAt } }: { readonly row: TaskQueueRow }) {
  return completedAt === null ? <Age at={stepSince} /> : ageWords(stepSince, Date.parse(completedAt));
}

const Items = ({ row }: { readonly row: TaskQueueRow }) => <OneLine text={itemsInWords(row)} maxWidth="100%" />;

const whoOf = ({ assignee }: TaskQueueRow, userId: string) =>
  assignee === null ? '–' : assignee.userId === userId ? 'you' : assignee.name;

/** Keys, names and marks of the rows. */
export const TASK_ROWS = {
  rowKey: ({ row }: ShownRow) => row.taskId,
  rowName: ({ row }: ShownRow) => `${row.task} of ${memberOf(row)}`,
  mark: markOf,
};

function markOf({ changed, left }: ShownRow): RowMark | null {
  if (left !== null) return { kind: 'finished', words: left };
  return changed ? { kind: 'changed', words: 'Changed' } : null;
}
