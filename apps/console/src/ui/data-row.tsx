import { Checkbox } from '@mui/material';
import type { DataColumn, RowMark } from './data-column.js';
import { Cell, Row } from './data-table-parts.js';
import type { ServerTable } from './use-server-table.js';

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
