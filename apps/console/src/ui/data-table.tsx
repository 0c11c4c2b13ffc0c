import { Box, Checkbox, LinearProgress, TableSortLabel } from '@mui/material';
import type { ReactNode } from 'react';
import { ChoiceField } from './choice-field.js';
import type { DataColumn, RowMark, Sort } from './data-column.js';
import { Cell, HeadCell, Row, Table, TableFrame } from './data-table-parts.js';
import { Hint } from './hint.js';
import { type ServerTable, type ServerTableOptions, useServerTable } from './use-server-table.js';
import { VisuallyHidden } from './visually-hidden.js';

interface DataTableProps<T> extends ServerTableOptions<T> {
  /** What the table holds, for screen readers. */
  readonly caption: string;
  /** Names a row for its checkbox; its key, unless given. */
  readonly rowName?: (row: T) => string;
  /** New rows are being read. The old ones stay. */
  readonly busy?: boolean;
  readonly mark?: (row: T) => RowMark | null;
  /** Shown when there is no row. */
  readonly empty: ReactNode;
}

/** A table with a sticky header; below 600 px each row is a card. The server sorts, filters and pages. */
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

interface CardSortProps {
  readonly columns: readonly Pick<DataColumn<never>, 'id' | 'header'>[];
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort) => void;
}

/** Sorting on a phone, where cards have no column headers. */
export function CardSort({ columns, sort, onSort }: CardSortProps) {
  const choices = columns.flatMap(({ id, header }) => [
    { value: `${id} asc`, label: `${header}, ascending` },
    { value: `${id} desc`, label: `${header}, descending` },
  ]);
  const choose = (value: string) => {
    const [field, direction] = value.split(' ');
    if (field) onSort({ field, sort: direction === 'desc' ? 'desc' : 'asc' });
  };
  return (
    <Box sx={{ display: { xs: 'block', sm: 'none' }, p: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <ChoiceField
        label="Sort by"
        choices={choices}
        emptyLabel={sort ? null : 'Choose'}
        value={sort ? `${sort.field} ${sort.sort}` : ''}
        onChange={choose}
      />
    </Box>
  );
}

interface DataHeadProps<T extends object> {
  readonly table: ServerTable<T>;
  readonly columns: readonly DataColumn<T>[];
  readonly choosable: boolean;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

export function DataHead<T extends object>({ table, columns, choosable }: DataHeadProps<T>) {
  return (
    <tr role="row">
      {choosable ? (
        <HeadCell role="columnheader" data-choice>
          <Checkbox
            checked={table.getRowModel().rows.length > 0 && table.getIsAllRowsSelected()}
            indeterminate={table.getIsSomeRowsSelected()}
            onChange={table.getToggleAllRowsSelectedHandler()}
            slotProps={{ input: { 'aria-label': 'Select all rows on this page' } }}
          />
        </HeadCell>
      ) : null}
      {columns.map(({ id, header, align, controls, width, sortable, about }) => {
        const column = table.getColumn(id);
        const sorted = column?.getIsSorted() || null;
        return (
          <HeadCell
            key={id}
            role="columnheader"
            data-align={align}
            style={{ width }}
            aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
          >
            {controls ? (
              <VisuallyHidden>{header}</VisuallyHidden>
            ) : sortable ? (
              <Hint text={about ?? ''}>
                {(described) => (
                  <TableSortLabel
                    {...described}
                    active={sorted !== null}
                    direction={sorted ?? 'asc'}
                    onClick={() => column?.toggleSorting(sorted === 'asc')}
                  >
                    {header}
                  </TableSortLabel>
                )}
              </Hint>
            ) : (
              header
            )}
          </HeadCell>
        );
      })}
    </tr>
  );
}

interface DataRowProps<T extends object> {
  readonly row: ReturnType<ServerTable<T>['getRow']>;
  readonly columns: readonly DataColumn<T>[];
  readonly choosable: boolean;
  readonly name: string;
  readonly mark: RowMark | null;
}

export function DataRow<T extends object>({ row, columns, choosable, name, mark }: DataRowProps<T>) {
  const title = columns.find((column) => column.title) ?? columns[0];
  return (
    <Row role="row" data-mark={mark?.kind} data-chosen={row.getIsSelected() || undefined}>
      {choosable ? (
        <Cell role="cell" data-choice>
          <Checkbox
            checked={row.getIsSelected()}
            onChange={row.getToggleSelectedHandler()}
            slotProps={{ input: { 'aria-label': `Choose ${name}` } }}
          />
        </Cell>
      ) : null}
      {columns.map((column) => (
        <Cell
          key={column.id}
          role="cell"
          data-align={column.align}
          data-label={column.header}
          data-title={column === title || undefined}
          data-controls={column.controls || undefined}
        >
          <div>
            {column.cell(row.original)}
            {column === title && mark ? <em>{mark.words}</em> : null}
          </div>
        </Cell>
      ))}
    </Row>
  );
}
