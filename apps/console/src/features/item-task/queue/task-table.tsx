import type { TaskQueueRow } from '@throughline/contracts';
import { Box, Link } from '@mui/material';
import { type ReactNode, useMemo } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { DataColumn, RowMark, Sort } from '../../../ui/data-column.js';
import { DataTable } from '../../../ui/data-table.js';
import { DueDay } from '../../../ui/due-day.js';
import { Age, When } from '../../../ui/when.js';
import type { AskedAction } from '../task/task-dialog.js';
import type { ShownRow } from './live-rows.js';
import { memberOf } from './member-name.js';
import { RowMenu } from './row-menu.js';

interface TaskTableProps {
  readonly rows: readonly ShownRow[];
  readonly busy: boolean;
  readonly userId: string;
  /** May the person work tasks, or only watch? */
  readonly mayWork: boolean;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (taskIds: ReadonlySet<string>) => void;
  readonly onAsk: (action: AskedAction, row: TaskQueueRow) => void;
  readonly onSettled: (taskId: string) => void;
  readonly empty: ReactNode;
}

/** The tasks of a tab. Case age and time in step stand apart: an old case may have reached its step just now. */
export function TaskTable({ rows, userId, mayWork, selected, onSelect, onAsk, onSettled, ...table }: TaskTableProps) {
  const columns = useMemo(
    () =>
      columnsFor(
        mayWork ? (row) => <RowMenu row={row} userId={userId} onAsk={onAsk} onSettled={onSettled} /> : null,
        userId,
      ),
    [mayWork, userId, onAsk, onSettled],
  );
  return (
    <DataTable
      caption="tasks"
      columns={columns}
      rows={rows}
      rowKey={({ row }) => row.taskId}
      rowName={({ row }) => `${row.task} of ${memberOf(row)}`}
      mark={markOf}
      {...(mayWork && { selected, onSelect })}
      {...table}
    />
  );
}

function columnsFor(menu: ((row: TaskQueueRow) => ReactNode) | null, userId: string): readonly DataColumn<ShownRow>[] {
  return [
    { id: 'dueAt', header: 'Due', sortable: true, cell: ({ row }) => <DueOrDone row={row} /> },
    {
      id: 'task',
      header: 'Task',
      sortable: true,
      title: true,
      cell: ({ row }) => (
        <Link component={RouterLink} to={`/task/${row.taskId}`}>
          {row.task}
        </Link>
      ),
    },
    {
      id: 'memberLastName',
      header: 'Member',
      sortable: true,
      cell: ({ row }) => `${memberOf(row)} · ${row.memberState}`,
    },
    { id: 'items', header: 'Items', cell: ({ row }) => <Items row={row} /> },
    {
      id: 'caseOpenedAt',
      header: 'Age',
      sortable: true,
      align: 'right',
      cell: ({ row }) => <Age at={row.caseOpenedAt} />,
    },
    {
      id: 'stepSince',
      header: 'In step',
      sortable: true,
      align: 'right',
      cell: ({ row }) => <Age at={row.stepSince} />,
    },
    { id: 'assigneeName', header: 'Who', sortable: true, cell: ({ row }) => whoOf(row, userId) },
    ...(menu ? [{ id: 'actions', header: 'Actions', controls: true, cell: ({ row }: ShownRow) => menu(row) }] : []),
  ];
}

function DueOrDone({ row }: { readonly row: TaskQueueRow }) {
  if (row.completedAt === null) return <DueDay dueAt={row.dueAt} />;
  return (
    <>
      done <When at={row.completedAt} />
    </>
  );
}

/** How many, and what the first is: one line, whatever was ordered. */
function Items({ row: { items } }: { readonly row: TaskQueueRow }) {
  const names = items.map(({ item, qty }) => `${item} × ${qty}`).join(', ');
  return (
    <Box
      component="span"
      title={names}
      sx={{
        display: 'inline-block',
        maxWidth: { sm: 280 },
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: { sm: 'nowrap' },
        verticalAlign: 'bottom',
      }}
    >
      {items.length > 1 ? `${items.length}: ` : ''}
      {names}
    </Box>
  );
}

const whoOf = ({ assignee }: TaskQueueRow, userId: string) =>
  assignee === null ? '–' : assignee.userId === userId ? 'you' : assignee.name;

function markOf({ changed, left }: ShownRow): RowMark | null {
  if (left !== null) return { kind: 'finished', words: left };
  return changed ? { kind: 'changed', words: 'Changed' } : null;
}
