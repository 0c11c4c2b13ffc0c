import { replaceEqualDeep } from '@tanstack/react-query';
import {
  createColumnHelper,
  type ReactTable,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { DataColumn, Sort } from './data-column.js';

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature });

export type ServerTable<T extends object> = ReactTable<typeof features, T>;

export interface ServerTableOptions<T> {
  /** Must be a constant, or memoised. */
  readonly columns: readonly DataColumn<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  readonly sort?: Sort | undefined;
  readonly onSort?: ((sort: Sort) => void) | undefined;
  /** Keys of the selected rows. Left out if rows cannot be selected. */
  readonly selected?: ReadonlySet<string> | undefined;
  readonly onSelect?: ((selected: ReadonlySet<string>) => void) | undefined;
}

/** The rows, with the identity of the previous row in the same place if both are equal, so that its rendering is reused. */
export function useSharedRows<T extends object>(rows: readonly T[]): readonly T[] {
  const [shown, setShown] = useState(rows);
  const shared = replaceEqualDeep(shown, rows);
  if (shared !== shown) setShown(shared);
  return shared;
}

/** A table with rows from the server. Its owner holds the sort order and the selection. */
export function useServerTable<T extends object>(options: ServerTableOptions<T>): ServerTable<T> {
  const { columns, rows, rowKey, sort, onSort, selected, onSelect } = options;
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, T>();
    return columns.map(({ id, header, cell, sortable = false }) =>
      // The table sorts only by columns with an accessor. The server knows the value.
      helper.accessor((row): unknown => row, {
        id,
        header,
        enableSorting: sortable,
        cell: ({ row }) => cell(row.original),
      }),
    );
  }, [columns]);
  const sorting = useMemo(() => (sort ? [{ id: sort.field, desc: sort.sort === 'desc' }] : []), [sort]);
  const rowSelection = useMemo(
    () => Object.fromEntries([...(selected ?? [])].map((key) => [key, true as const])),
    [selected],
  );
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: { sorting, rowSelection },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update;
      if (next) onSort?.({ field: next.id, sort: next.desc ? 'desc' : 'asc' });
    },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(rowSelection) : update;
      onSelect?.(new Set(Object.keys(next).filter((key) => next[key])));
    },
  });
}
