import { Button, Stack, Typography } from '@mui/material';
import { type ComponentType, type ReactNode, useCallback, useMemo, useState } from 'react';
import { EmptyState } from '../empty-state.js';
import { ReadState } from '../read-state.js';
import type { DataColumn } from './data-column.js';
import { DataTable } from './data-table.js';

interface Opened {
  readonly onClose: () => void;
  /** Called when the code of the dialog could not be loaded (`onDemand`). */
  readonly onFailed: () => void;
}

/** Props of a dialog that is opened from a row. */
export interface RowDialogProps<Row> {
  /** The current row, or its last known state if it is no longer listed. */
  readonly row: Row;
  readonly isListed: boolean;
  readonly onClose: () => void;
}

/** An action on a row: a button that opens a dialog. */
export interface RowAction<Row> {
  readonly label: string;
  readonly Dialog: ComponentType<RowDialogProps<Row> & Opened> & { readonly preload?: () => void };
  /** Selects the rows that have the button; by default all. */
  readonly isFor?: (row: Row) => boolean;
  readonly isDisabled?: (row: Row) => boolean;
}

interface ActionTableProps<Row> {
  /** The accessible name of the table. */
  readonly caption: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Distinguishes the buttons of a row, for screen readers. */
  readonly rowName: (row: Row) => string;
  readonly acts: readonly RowAction<Row>[];
  /** Width of the column of buttons, as a CSS value. */
  readonly actsWidth?: string;
  readonly empty: ReactNode;
}

/** A table with the buttons of each row in its last column, and the dialogs that they open. `acts` and `columns` must be constant. */
export function ActionTable<Row extends object>({ columns, acts, actsWidth, ...table }: ActionTableProps<Row>) {
  const { rows, rowKey, rowName } = table;
  const [opened, setOpened] = useState<{ readonly act: RowAction<Row>; readonly row: Row } | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const all = useMemo(
    () => [...columns, actionsColumn({ acts, rowName, ...(actsWidth && { width: actsWidth }) }, setOpened)],
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `rowName` depends on its row alone.
    [columns, acts, actsWidth],
  );
  const present = opened && rows.find((row) => rowKey(row) === rowKey(opened.row));
  return (
    <>
      <DataTable {...table} columns={all} />
      {opened ? (
        <opened.act.Dialog
          row={present ?? opened.row}
          isListed={present !== undefined}
          onClose={close}
          onFailed={close}
        />
      ) : null}
    </>
  );
}

function actionsColumn<Row>(
  { acts, rowName, width }: Pick<ActionTableProps<Row>, 'acts' | 'rowName'> & { readonly width?: string },
  open: (opened: { readonly act: RowAction<Row>; readonly row: Row }) => void,
): DataColumn<Row> {
  return {
    id: 'acts',
    header: 'Actions',
    ...(width && { width }),
    cell: (row) => (
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {acts.map((act) =>
          act.isFor?.(row) === false ? null : (
            <Button
              key={act.label}
              size="small"
              disabled={act.isDisabled?.(row) ?? false}
              aria-label={`${act.label} ${rowName(row)}`}
              onClick={() => open({ act, row })}
              onPointerEnter={act.Dialog.preload}
              onFocus={act.Dialog.preload}
            >
              {act.label}
            </Button>
          ),
        )}
      </Stack>
    ),
  };
}

interface AdminTableProps<Row> extends Omit<ActionTableProps<Row>, 'rows' | 'caption' | 'empty'> {
  readonly read: {
    readonly data: readonly Row[] | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** The plural of the listed noun in lower case, for example `note templates`. */
  readonly nouns: string;
  readonly about: string;
  readonly create?: {
    readonly label: string;
    readonly Dialog: ComponentType<Opened> & { readonly preload?: () => void };
  };
  readonly empty: { readonly title?: string; readonly words: string };
}

/** A tab of administration: a description, the button that creates an entry, and the table (`ActionTable`) once it is read. */
export function AdminTable<Row extends object>({ read, nouns, about, create, empty, ...table }: AdminTableProps<Row>) {
  const [creating, setCreating] = useState(false);
  const close = useCallback(() => setCreating(false), []);
  const Nouns = nouns.charAt(0).toUpperCase() + nouns.slice(1);
  const button = create && (
    <Button variant="outlined" onClick={() => setCreating(true)} onPointerEnter={create.Dialog.preload}>
      {create.label}
    </Button>
  );
  return (
    <ReadState read={read} failed={`Failed to load ${nouns}`} loading={`${Nouns} are loading`}>
      {(rows) => (
        <>
          <Stack
            direction="row"
            sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 2, mb: 2, flexWrap: 'wrap' }}
          >
            <Typography color="textSecondary">{about}</Typography>
            {rows.length > 0 ? button : null}
          </Stack>
          <ActionTable
            {...table}
            caption={Nouns}
            rows={rows}
            empty={
              <EmptyState title={empty.title ?? `No ${nouns}`} action={button}>
                {empty.words}
              </EmptyState>
            }
          />
          {create && creating ? <create.Dialog onClose={close} onFailed={close} /> : null}
        </>
      )}
    </ReadState>
  );
}
