import { itemsInBrief, itemsInWords, type QueueTab, type TaskQueue, type TaskQueueRow } from '@throughline/contracts';
import { turnIn } from '@throughline/domain';
import { Box } from '@mui/material';
import { type ReactNode, useMemo } from 'react';
import { nameOfTask } from '../../task/acts/available-actions.js';
import type { DataColumn, RowMark, Sort } from '../../../../ui/tables/data-column.js';
import { DataTable } from '../../../../ui/tables/data-table.js';
import { VisuallyHidden } from '../../../../ui/visually-hidden.js';
import { GIVES_WAY, MemberName, SharedNames } from '../../../../ui/words/members-of-one-name.js';
import { onDemand } from '../../../../ui/page/on-demand.js';
import { OneLine } from '../../../../ui/words/one-line.js';
import { ageWords } from '../../../../ui/words/time-words.js';
import { Age } from '../../../../ui/words/when.js';
import { RowViewers } from '../../task/task-viewers.js';
import type { ShownRow } from './live-rows.js';
import { RowMenu, type RowMenuProps } from './row-menu.js';
import { DueOrDone, TaskAndStage } from './task-cells.js';

const CompletedOutcome = onDemand(async () => (await import('./completed-outcome.js')).CompletedOutcome);

interface TaskTableProps {
  readonly tab: QueueTab;
  readonly rows: readonly ShownRow[];
  readonly namesakes: TaskQueue['namesakes'];
  readonly busy: boolean;
  readonly userId: string;
  /** Whether the person may work on tasks, or only watch. */
  readonly mayWork: boolean;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (taskIds: ReadonlySet<string>) => void;
  readonly onOpenDialog: RowMenuProps['onOpenDialog'];
  readonly onSettled: (taskId: string) => void;
  readonly empty: ReactNode;
}

/** The tasks of a tab. Case age and time in step are separate columns, because an old case may have reached its step recently. */
export function TaskTable({
  tab,
  sort,
  userId,
  rows,
  namesakes,
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
    <SharedNames rows={rows} keyOf={TASK_ROWS.rowKey} memberOf={rowOf} namesakes={namesakes}>
      <DataTable
        rows={rows}
        caption="tasks"
        columns={columns}
        {...TASK_ROWS}
        minWidth={done ? 1220 : 1150}
        hasOwnCardSort={false}
        {...(isWorkable && { selected, onSelect })}
        // The default order of completed tasks is not the order of any column.
        {...(done && sort.field === 'dueAt' ? {} : { sort })}
        {...table}
      />
    </SharedNames>
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
      header: done ? 'Done' : 'Due',
      width: done ? '136px' : '164px',
      sortable: !done,
      card: 'line',
      cell: ({ row }) => <DueOrDone row={row} done={done} />,
    },
    {
      id: 'task',
      header: 'Task',
      width: '204px',
      sortable: true,
      title: true,
      cell: ({ row }) => (
        <>
          <TaskAndStage row={row} />
          <Box component="span" data-gives-way sx={TURN_ON_CARD}>
            <TimeInStep row={row} />
          </Box>
        </>
      ),
    },
    {
      id: 'memberLastName',
      header: 'Member',
      // Names have more room as soon as items have enough.
      width: 'clamp(192px, 30vw - 192px, 260px)',
      sortable: true,
      card: 'rest',
      cell: ({ row }) => (
        <MemberName
          of={row.taskId}
          member={row}
          label="Another member has the same name. Medicaid ID"
          also={row.memberState}
        />
      ),
    },
    ...(outcome
      ? [{ id: 'outcome', header: 'Outcome', width: '196px', cell: ({ row }: ShownRow) => outcome(row) }]
      : []),
    { id: 'items', header: 'Items', card: 'room', cell: ({ row }) => <Items row={row} /> },
    {
      id: 'payor',
      header: 'Payor',
      width: '108px',
      cell: ({ row }) => <OneLine text={row.payor ?? '–'} maxWidth="100%" />,
    },
    {
      id: 'caseOpenedAt',
      header: 'Age',
      width: '68px',
      about: 'Time since the referral was submitted.',
      sortable: true,
      align: 'right',
      cell: ({ row }) => <Age at={row.caseOpenedAt} />,
    },
    {
      id: 'stepSince',
      header: 'In task',
      width: '118px',
      about: 'Whose turn it is, and the time since the first of its items reached the task.',
      sortable: true,
      align: 'right',
      cell: ({ row }) => <TimeInStep row={row} />,
    },
    {
      id: 'assigneeName',
      header: 'Who',
      sortable: true,
      width: '92px',
      cell: ({ row }) => (
        <>
          <OneLine text={whoOf(row, userId)} maxWidth="100%" />
          <RowViewers taskId={row.taskId} />
        </>
      ),
    },
    ...(menu
      ? [{ id: 'actions', header: 'Actions', controls: true, width: '52px', cell: ({ row }: ShownRow) => menu(row) }]
      : []),
  ];
}

/** A card has no column for it: it follows the task, as far as there is room. */
const TURN_ON_CARD = {
  display: { xs: 'block', sm: 'none' },
  position: 'relative',
  flex: '0 99 auto',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: 'text.secondary',
  fontSize: '0.75rem',
  fontWeight: 400,
} as const;

/** Whose turn it is, which is not copied, as no search finds it, and since when; for a completed task, the time until its completion. */
function TimeInStep({ row: { task, stepSince, completedAt } }: { readonly row: TaskQueueRow }) {
  if (completedAt !== null) return ageWords(stepSince, Date.parse(completedAt));
  const whom = turnIn(task);
  return (
    <>
      {whom ? (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem', userSelect: 'none' }}>
          <VisuallyHidden>waiting for </VisuallyHidden>
          {whom}
          {' · '}
        </Box>
      ) : null}
      <Age at={stepSince} />
    </>
  );
}

/** The first item, cut off where it is too long, and how many others there are. All are in the tooltip. */
const Items = ({ row }: { readonly row: TaskQueueRow }) => {
  const [first, others] = itemsInBrief(row);
  return (
    <Box component="span" sx={GIVES_WAY}>
      <OneLine text={itemsInWords(row)} maxWidth="100%">
        <bdi>{first}</bdi>
      </OneLine>
      {others === 0 ? null : <span> + {others}</span>}
    </Box>
  );
};

const whoOf = ({ assignee }: TaskQueueRow, userId: string) =>
  assignee === null ? '–' : assignee.userId === userId ? 'you' : assignee.name;

const rowOf = ({ row }: ShownRow) => row;

/** Keys, names and marks of the rows. */
export const TASK_ROWS = {
  rowKey: ({ row }: ShownRow) => row.taskId,
  rowName: ({ row }: ShownRow) => nameOfTask(row),
  mark: markOf,
};

function markOf({ changed, left }: ShownRow): RowMark | null {
  if (left !== null) return { kind: 'finished', words: left };
  return changed ? { kind: 'changed', words: 'Changed' } : null;
}
