import {
  createColumnHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { Checkbox, LinearProgress, TableSortLabel } from '@mui/material';
import { type ReactNode, useMemo } from 'react';
import { CardSort } from './card-sort.js';
import type { DataColumn, RowMark, Sort } from './data-column.js';
import { Cell, HeadCell, Row, Table, TableFrame } from './data-table-parts.js';
import { VisuallyHidden } from './visually-hidden.js';

interface DataTableProps<T> {
  /** What the table holds, for screen readers. */
  readonly caption: string;
  /** A constant, or memoised. */
  readonly columns: readonly DataColumn<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** Names a row for its checkbox; its key, unless given. */
  readonly rowName?: (row: T) => string;
  /** New rows are on their way; the old ones stay. */
  readonly busy?: boolean;
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  /** Keys of the chosen rows; without it rows cannot be chosen. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (selected: ReadonlySet<string>) => void;
  readonly mark?: (row: T) => RowMark | null;
  /** Shown when there is no row. */
  readonly empty: ReactNode;
}

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature });

/** Rows of 40 px, a sticky header, one card per row below 600 px. Sorting, paging and filtering are the server's. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    rowName = rowKey,
    busy = false,
    sort,
    onSort,
    selected,
    onSelect,
    mark,
    empty,
  } = props;
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, T>();
    return columns.map(({ id, header, cell, sortable = false }) =>
      // Only a column with a value can be sorted by; which value that is, the server knows.
      helper.accessor((row) => row, { id, header, enableSorting: sortable, cell: ({ row }) => cell(row.original) }),
    );
  }, [columns]);
  const rowSelection = useMemo(
    () => Object.fromEntries([...(selected ?? [])].map((key) => [key, true as const])),
    [selected],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: { sorting: sort ? [{ id: sort.field, desc: sort.sort === 'desc' }] : [], rowSelection },
    onSortingChange: (update) => {
      const [next] =
        typeof update === 'function' ? update(sort ? [{ id: sort.field, desc: sort.sort === 'desc' }] : []) : update;
      if (next) onSort?.({ field: next.id, sort: next.desc ? 'desc' : 'asc' });
    },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(rowSelection) : update;
      onSelect?.(new Set(Object.keys(next).filter((key) => next[key])));
    },
  });
  const titleId = (columns.find(({ title }) => title) ?? columns[0])?.id;
  const sortable = columns.filter((column) => column.sortable);

  return (
    <TableFrame>
      {busy ? (
        <LinearProgress
          aria-label={`Loading ${caption}`}
          sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2, zIndex: 3 }}
        />
      ) : null}
      {onSort && sortable.length > 0 && rows.length > 0 ? (
        <CardSort columns={sortable} sort={sort} onSort={onSort} />
      ) : null}
      <Table role="table" aria-busy={busy}>
        <VisuallyHidden as="caption">{caption}</VisuallyHidden>
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row">
              {selected ? (
                <HeadCell role="columnheader" data-choice>
                  <Checkbox
                    checked={rows.length > 0 && table.getIsAllRowsSelected()}
                    indeterminate={table.getIsSomeRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                    slotProps={{ input: { 'aria-label': 'Choose all rows of this page' } }}
                  />
                </HeadCell>
              ) : null}
              {group.headers.map(({ id, column }) => {
                const look = byId.get(id);
                const sorted = column.getIsSorted();
                return (
                  <HeadCell
                    key={id}
                    role="columnheader"
                    data-align={look?.align}
                    style={{ width: look?.width }}
                    aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
                  >
                    {look?.controls ? <VisuallyHidden>{look.header}</VisuallyHidden> : null}
                    {look?.controls ? null : column.getCanSort() ? (
                      <TableSortLabel
                        active={sorted !== false}
                        direction={sorted || 'asc'}
                        onClick={() => column.toggleSorting(sorted === 'asc')}
                      >
                        {look?.header}
                      </TableSortLabel>
                    ) : (
                      look?.header
                    )}
                  </HeadCell>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup">
          {table.getRowModel().rows.map((row) => {
            const marked = mark?.(row.original) ?? null;
            return (
              <Row key={row.id} role="row" data-mark={marked?.kind} data-chosen={row.getIsSelected() || undefined}>
                {selected ? (
                  <Cell role="cell" data-choice>
                    <Checkbox
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                      slotProps={{ input: { 'aria-label': `Choose ${rowName(row.original)}` } }}
                    />
                  </Cell>
                ) : null}
                {row.getAllCells().map((cell) => {
                  const look = byId.get(cell.column.id);
                  const title = cell.column.id === titleId;
                  return (
                    <Cell
                      key={cell.id}
                      role="cell"
                      data-align={look?.align}
                      data-label={look?.header}
                      data-title={title || undefined}
                      data-controls={look?.controls || undefined}
                    >
                      <table.FlexRender cell={cell} />
                      {title && marked ? <em>{marked.words}</em> : null}
                    </Cell>
                  );
                })}
              </Row>
            );
          })}
        </tbody>
      </Table>
      {rows.length === 0 && !busy ? empty : null}
    </TableFrame>
  );
}
