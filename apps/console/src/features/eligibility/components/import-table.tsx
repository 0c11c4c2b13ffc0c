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
import { eligibleMembersQuery, PROGRAMME_WORDS } from '../queries.js';

const STATUS: Readonly<Record<MembersImport['status'], string>> = {
  running: 'Importing',
  finished: 'Imported',
  failed: 'Unreadable',
  canceled: 'Canceled',
};
const COUNTS = [
  ['rows', 'Rows'],
  ['registered', 'New'],
  ['known', 'Known'],
  ['bad', 'Bad'],
] as const;
/** Limits the bad rows that are listed. */
const MAX_LISTED_FAULTS = 50;

/** The imported files, with the bad rows of each. */
export function ImportTable({ imports }: { readonly imports: readonly MembersImport[] }) {
  const queries = useQueryClient();
  const { mutate, error } = useCommand('POST /eligible-patients/imports/{id}/cancel', {
    onSuccess: () => queries.invalidateQueries(eligibleMembersQuery),
  });
  const columns = useMemo(() => columnsFor((id) => mutate({ params: { id } })), [mutate]);
  return (
    <Box component="section" aria-label="Files">
      {error ? <ErrorState title="The import could not be canceled" error={error} /> : null}
      <DataTable
        caption="Member files"
        columns={columns}
        rows={imports}
        rowKey={({ importId }) => importId}
        rowName={({ fileName }) => fileName}
        empty={<EmptyState title="No file yet">Upload the member file of a health plan to begin.</EmptyState>}
      />
      {imports.map((one) => (
        <Faults key={one.importId} {...one} />
      ))}
    </Box>
  );
}

/** Line numbers and faults. The content of a line is not stored. */
function Faults({ fileName, reason, faults, count }: MembersImport) {
  if (reason === null && faults.length === 0) return null;
  const unnamed = count.bad - Math.min(faults.length, MAX_LISTED_FAULTS);
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
        {faults.slice(0, MAX_LISTED_FAULTS).map(({ line, fault }) => (
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
