import { Box, Checkbox, TableSortLabel } from '@mui/material';
import { memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { ChoiceField } from '../fields/choice/choice-field.js';
import type { DataColumn, RowMark, Sort } from './data-column.js';
import { Cell, HeadCell, Row, Table, TableFrame } from './data-table-parts.js';
import { Hint } from '../hints/hint.js';
import { onDemand } from '../page/on-demand.js';
import { type ServerTable, type ServerTableOptions, useServerTable, useSharedRows } from './use-server-table.js';
import { VisuallyHidden } from '../visually-hidden.js';
import english from '../../../texts/en/list.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('list', english);

const LoadingLine = onDemand(async () => (await import('../page/loading-line.js')).LoadingLine);

interface DataTableProps<T> extends ServerTableOptions<T> {
  /** The accessible name of the table. */
  readonly caption: string;
  /** The name of a row for its checkbox; by default its key. */
  readonly rowName?: (row: T) => string;
  /** New rows are being read. The old ones stay. */
  readonly busy?: boolean;
  readonly mark?: (row: T) => RowMark | null;
  /**
   * In pixels. If set, each column keeps its stated width regardless of its content, and a column without a width takes the rest. In a
   * narrower frame, the table scrolls.
   */
  readonly minWidth?: number;
  /** On a phone, cards are sorted elsewhere. */
  readonly hasOwnCardSort?: boolean;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
}

/** A table with a sticky header; below 600 px each row is a card. The server sorts, filters and pages. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const t = useTexts();
  const {
    caption,
    columns,
    busy = false,
    sort,
    onSort,
    selected,
    mark,
    minWidth,
    hasOwnCardSort = true,
    empty,
  } = props;
  const rows = useSharedRows(props.rows);
  const table = useServerTable({ ...props, rows });
  const latest = useRef(table);
  useEffect(() => {
    latest.current = table;
  });
  const toggle = useCallback((key: string) => latest.current.getRow(key).toggleSelected(), []);
  const sortable = columns.filter((column) => column.sortable);
  return (
    <TableFrame>
      {busy ? <LoadingLine label={t('loading', { caption })} /> : null}
      {hasOwnCardSort && onSort && sortable.length > 0 && rows.length > 0 ? (
        <CardSort columns={sortable} sort={sort} onSort={onSort} />
      ) : null}
      {rows.length === 0 && !busy ? (
        empty
      ) : (
        <Table
          role="table"
          aria-busy={busy}
          data-fixed={minWidth !== undefined || undefined}
          data-marks={mark !== undefined || undefined}
          // Headings without controls stay readable for a screen reader where rows are cards.
          data-headed={(selected === undefined && sortable.length === 0) || undefined}
          data-brief={columns.some(({ card }) => card) || undefined}
          sx={{ minWidth: { sm: minWidth } }}
        >
          <VisuallyHidden as="caption">{caption}</VisuallyHidden>
          <thead role="rowgroup">
            <DataHead table={table} columns={columns} choosable={selected !== undefined} />
          </thead>
          <tbody role="rowgroup">
            {table.getRowModel().rows.map((row) => (
              <DataRow
                key={row.id}
                {...rowProps(row.original, props)}
                chosen={selected ? row.getIsSelected() : null}
                onToggle={toggle}
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
  const t = useTexts();
  const choices = columns.flatMap(({ id, header }) => [
    { value: `${id} asc`, label: t('ascending', { column: header }) },
    { value: `${id} desc`, label: t('descending', { column: header }) },
  ]);
  const choose = (value: string) => {
    const [field, direction] = value.split(' ');
    if (field) onSort({ field, sort: direction === 'desc' ? 'desc' : 'asc' });
  };
  return (
    <Box sx={{ display: { xs: 'block', sm: 'none' }, p: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <ChoiceField
        label={t('sortBy')}
        choices={choices}
        {...(sort && { emptyLabel: null })}
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
  const t = useTexts();
  return (
    <tr role="row">
      {choosable ? (
        <HeadCell role="columnheader" data-choice>
          <Checkbox
            checked={table.getRowModel().rows.length > 0 && table.getIsAllRowsSelected()}
            indeterminate={table.getIsSomeRowsSelected()}
            onChange={table.getToggleAllRowsSelectedHandler()}
            slotProps={{ input: { 'aria-label': t('selectAll') } }}
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

/** The props of a row except the selection. They stay identical while the row is unchanged, so that React skips it. */
export function rowProps<T extends object>(
  row: T,
  { columns, rowKey, rowName = rowKey, mark }: Pick<DataTableProps<T>, 'columns' | 'rowKey' | 'rowName' | 'mark'>,
) {
  const { kind, words } = mark?.(row) ?? {};
  return { row, columns, id: rowKey(row), name: rowName(row), markKind: kind, markWords: words };
}

interface DataRowProps<T extends object> extends ReturnType<typeof rowProps<T>> {
  /** Null if rows cannot be selected. */
  readonly chosen: boolean | null;
  readonly onToggle: (id: string) => void;
}

function PlainRow<T extends object>({
  row,
  columns,
  id,
  name,
  markKind,
  markWords,
  chosen,
  onToggle,
}: DataRowProps<T>) {
  const t = useTexts();
  const title = columns.find((column) => column.title) ?? columns[0];
  return (
    <Row role="row" data-mark={markKind} data-chosen={chosen || undefined}>
      {chosen === null ? null : (
        <Cell role="cell" data-choice>
          <Checkbox
            checked={chosen}
            onChange={() => onToggle(id)}
            slotProps={{ input: { 'aria-label': t('chooseRow', { name }) } }}
          />
        </Cell>
      )}
      {columns.map((column) => (
        <Cell
          key={column.id}
          role="cell"
          data-align={column.align}
          data-label={column.header}
          data-title={column === title || undefined}
          data-controls={column.controls || undefined}
          data-card={column.card}
        >
          <div>
            {column.cell(row)}
            {column === title && markWords !== undefined ? <em title={markWords}>{markWords}</em> : null}
          </div>
        </Cell>
      ))}
    </Row>
  );
}

/** Rendered only when its own row, mark or selection changes. */
const DataRow = memo(PlainRow) as typeof PlainRow;
