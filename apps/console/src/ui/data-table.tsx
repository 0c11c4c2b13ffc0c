import { LinearProgress } from '@mui/material';
import type { ReactNode } from 'react';
import { CardSort } from './card-sort.js';
import type { RowMark } from './data-column.js';
import { DataHead } from './data-head.js';
import { DataRow } from './data-row.js';
import { Table, TableFrame } from './data-table-parts.js';
import { type ServerTableOptions, useServerTable } from './use-server-table.js';
import { VisuallyHidden } from './visually-hidden.js';

interface DataTableProps<T> extends ServerTableOptions<T> {
  /** What the table holds, for screen readers. */
  readonly caption: string;
  /** Names a row for its checkbox; its key, unless given. */
  readonly rowName?: (row: T) => string;
  /** New rows are on their way; the old ones stay. */
  readonly busy?: boolean;
  readonly mark?: (row: T) => RowMark | null;
  /** Shown when there is no row. */
  readonly empty: ReactNode;
}

/** Rows of 40 px, a sticky header, one card per row below 600 px. Sorting, paging and filtering are the server's. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { caption, columns, rows, rowKey, rowName = rowKey, busy = false, sort, onSort, selected, mark, empty } = props;
  const table = useServerTable(props);
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
      {rows.length === 0 && !busy ? (
        empty
      ) : (
        <Table role="table" aria-busy={busy}>
          <VisuallyHidden as="caption">{caption}</VisuallyHidden>
          <thead role="rowgroup">
            <DataHead table={table} columns={columns} choosable={selected !== undefined} />
          </thead>
          <tbody role="rowgroup">
            {table.getRowModel().rows.map((row) => (
              <DataRow
                key={row.id}
                row={row}
                columns={columns}
                choosable={selected !== undefined}
                name={rowName(row.original)}
                mark={mark?.(row.original) ?? null}
              />
            ))}
          </tbody>
        </Table>
      )}
    </TableFrame>
  );
}
