import type { MembersImport } from '@throughline/contracts';
import { Box, Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCommand } from '../../../api/use-command.js';
import type { DataColumn } from '../../../ui/data-column.js';
import { DataTable } from '../../../ui/data-table.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { ErrorState } from '../../../ui/error-state.js';
import { When } from '../../../ui/when.js';
import { cancelImport } from '../api/cancel-import.js';
import { eligibleMembersQuery } from '../api/list-imports.js';
import { PROGRAMME_WORDS } from '../programme-words.js';

const STATUS: Readonly<Record<MembersImport['status'], string>> = {
  running: 'Being taken in',
  finished: 'Taken in',
  failed: 'Not readable',
  canceled: 'Canceled',
};
const COUNTS = [
  ['rows', 'Rows'],
  ['registered', 'New'],
  ['known', 'Known'],
  ['bad', 'Bad'],
] as const;
/** Bad rows that are named at once. */
const NAMED = 50;

/** What became of each file, and which of its rows were bad. */
export function ImportTable({ imports }: { readonly imports: readonly MembersImport[] }) {
  const queries = useQueryClient();
  const { mutate, error } = useCommand(cancelImport, {
    onSuccess: () => queries.invalidateQueries(eligibleMembersQuery),
  });
  const columns = useMemo(() => columnsFor(mutate), [mutate]);
  return (
    <Box component="section" aria-label="Files">
      {error ? <ErrorState title="The import could not be canceled" error={error} /> : null}
      <DataTable
        caption="Files of members"
        columns={columns}
        rows={imports}
        rowKey={({ importId }) => importId}
        rowName={({ fileName }) => fileName}
        empty={<EmptyState title="No file yet">Upload the file of a health plan to begin.</EmptyState>}
      />
      {imports.map((one) => (
        <Faults key={one.importId} {...one} />
      ))}
    </Box>
  );
}

/** A line number and what is wrong there; what the line says is not kept. */
function Faults({ fileName, reason, faults, count }: MembersImport) {
  if (reason === null && faults.length === 0) return null;
  const unnamed = count.bad - Math.min(faults.length, NAMED);
  return (
    <Box component="details" sx={{ mt: 2 }}>
      <Typography component="summary" sx={{ minHeight: 24 }}>
        {fileName}:{' '}
        {reason === null
          ? count.bad === 1
            ? '1 bad row'
            : `${count.bad.toLocaleString('en-US')} bad rows`
          : 'not readable'}
      </Typography>
      {reason === null ? null : <Typography>{reason}</Typography>}
      <Box component="ul" sx={{ my: 1 }}>
        {faults.slice(0, NAMED).map(({ line, fault }) => (
          <li key={line}>
            Line {line}: {fault}
          </li>
        ))}
      </Box>
      {unnamed > 0 ? (
        <Typography color="textSecondary">… and {unnamed.toLocaleString('en-US')} more.</Typography>
      ) : null}
    </Box>
  );
}

const columnsFor = (cancel: (importId: string) => void): readonly DataColumn<MembersImport>[] => [
  { id: 'fileName', header: 'File', title: true, cell: ({ fileName }) => fileName },
  {
    id: 'programme',
    header: 'Programme',
    cell: ({ programme }) => (programme === null ? 'By row' : PROGRAMME_WORDS[programme]),
  },
  { id: 'uploadedAt', header: 'Uploaded', cell: ({ uploadedAt }) => <When at={uploadedAt} /> },
  { id: 'status', header: 'Status', cell: ({ status }) => STATUS[status] },
  ...COUNTS.map(([id, header]) => ({
    id,
    header,
    align: 'right' as const,
    cell: ({ count }: MembersImport) => count[id].toLocaleString('en-US'),
  })),
  {
    id: 'cancel',
    header: 'Cancel',
    controls: true,
    cell: ({ importId, fileName, status }) =>
      status === 'running' ? (
        <Button size="small" aria-label={`Cancel ${fileName}`} onClick={() => cancel(importId)}>
          Cancel
        </Button>
      ) : null,
  },
];
