import { Box, Button, Stack, Typography } from '@mui/material';
import { type ComponentType, useCallback, useId, useMemo, useState } from 'react';
import { EmptyState } from '../page/empty-state.js';
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

interface AdminTableProps<Row> {
  /** The accessible name of the table. */
  readonly caption: string;
  /** The heading of the table's section. Left out if the table is all of its tab. */
  readonly heading?: string;
  readonly about?: string;
  readonly create?: {
    readonly label: string;
    readonly Dialog: ComponentType<Opened> & { readonly preload?: () => void };
  };
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Distinguishes the buttons of a row, for screen readers. */
  readonly rowName: (row: Row) => string;
  readonly acts: readonly RowAction<Row>[];
  /** Width of the column of buttons, as a CSS value. */
  readonly actsWidth?: string;
  readonly empty: { readonly title: string; readonly words?: string };
}

/**
 * A table of an administrator's tab: a description, the button that creates an entry, the buttons of each row in its last column, and the
 * dialogs that they open. Its owner reads the rows in a `ReadState`. `acts` and `columns` must be constant.
 */
export function AdminTable<Row extends object>(props: AdminTableProps<Row>) {
  const { caption, heading, about, create, columns, rows, rowKey, rowName, acts, actsWidth, empty } = props;
  const headingId = useId();
  const [creating, setCreating] = useState(false);
  const endCreating = useCallback(() => setCreating(false), []);
  const [opened, setOpened] = useState<{ readonly act: RowAction<Row>; readonly row: Row } | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const all = useMemo(
    () => [...columns, actionsColumn({ acts, rowName, ...(actsWidth && { width: actsWidth }) }, setOpened)],
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `rowName` depends on its row alone.
    [columns, acts, actsWidth],
  );
  const present = opened && rows.find((row) => rowKey(row) === rowKey(opened.row));
  const button = create && (
    <Button variant="outlined" onClick={() => setCreating(true)} onPointerEnter={create.Dialog.preload}>
      {create.label}
    </Button>
  );
  return (
    <Box {...(heading && { component: 'section', 'aria-labelledby': headingId })}>
      {heading ? (
        <Typography id={headingId} variant="h2" sx={{ mb: 1 }}>
          {heading}
        </Typography>
      ) : null}
      {about ? (
        <Stack
          direction="row"
          sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 2, mb: 2, flexWrap: 'wrap' }}
        >
          <Typography color="textSecondary">{about}</Typography>
          {rows.length > 0 ? button : null}
        </Stack>
      ) : null}
      <DataTable
        caption={caption}
        columns={all}
        rows={rows}
        rowKey={rowKey}
        rowName={rowName}
        empty={
          <EmptyState title={empty.title} action={button}>
            {empty.words}
          </EmptyState>
        }
      />
      {opened ? (
        <opened.act.Dialog
          row={present ?? opened.row}
          isListed={present !== undefined}
          onClose={close}
          onFailed={close}
        />
      ) : null}
      {create && creating ? <create.Dialog onClose={endCreating} onFailed={endCreating} /> : null}
    </Box>
  );
}

function actionsColumn<Row>(
  { acts, rowName, width }: Pick<AdminTableProps<Row>, 'acts' | 'rowName'> & { readonly width?: string },
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
