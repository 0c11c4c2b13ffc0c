import { Checkbox, TableSortLabel, Tooltip } from '@mui/material';
import type { DataColumn } from './data-column.js';
import { HeadCell } from './data-table-parts.js';
import type { ServerTable } from './use-server-table.js';
import { VisuallyHidden } from './visually-hidden.js';

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
            slotProps={{ input: { 'aria-label': 'Choose all rows of this page' } }}
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
              <Tooltip describeChild title={about ?? ''}>
                <TableSortLabel
                  active={sorted !== null}
                  direction={sorted ?? 'asc'}
                  onClick={() => column?.toggleSorting(sorted === 'asc')}
                >
                  {header}
                </TableSortLabel>
              </Tooltip>
            ) : (
              header
            )}
          </HeadCell>
        );
      })}
    </tr>
  );
}
