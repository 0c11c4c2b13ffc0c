import type { MembersImport } from '@throughline/contracts';
import { REWARD_PROGRAMME_WORDS } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { watching, type Watches } from '../../meanwhile/watched.js';
import { AdminTable, type RowAction, type RowDialogProps } from '../../ui/tables/admin-table.js';
import type { DataColumn } from '../../ui/tables/data-column.js';
import { ReasonCommandDialog } from '../../ui/dialogs/reason-dialog.js';
import { OneLine } from '../../ui/words/one-line.js';
import { When } from '../../ui/words/when.js';
import { eligibleMembersQuery } from './queries.js';
import { withCommas } from '../../ui/words/counts.js';

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
  ['corrected', 'Corrected'],
  ['bad', 'Bad'],
] as const;
/** Limits how many bad rows are listed. */
const MAX_LISTED_FAULTS = 50;

/** The imported files with their bad rows. */
export function ImportTable({ imports }: { readonly imports: readonly MembersImport[] }) {
  return (
    <Box component="section" aria-label="Files">
      <AdminTable
        caption="Member files"
        columns={COLUMNS}
        rows={imports}
        rowKey={({ importId }) => importId}
        rowName={({ fileName }) => fileName}
        acts={ACTS}
        empty={{ title: 'No file yet', words: 'Upload the member file of a health plan to begin.' }}
      />
      {imports.map((one) => (
        <Faults key={one.importId} {...one} />
      ))}
    </Box>
  );
}

function CancelImportDialog({ row: { importId, fileName, status }, onClose }: RowDialogProps<MembersImport>) {
  return (
    <ReasonCommandDialog
      watches={watching({ ...IMPORT, isIt: { importId } })}
      present={{ status }}
      takesOver={false}
      endpoint="POST /eligible-patients/imports/{id}/cancel"
      request={(body) => ({ params: { id: importId }, body })}
      doneWords={`The import of ${fileName} is canceled`}
      reads={[eligibleMembersQuery.queryKey]}
      title={`Cancel the import of ${fileName}`}
      about="Members who are registered by then stay registered."
      submitLabel="Cancel the import"
      submitColor="error"
      onClose={onClose}
    />
  );
}

const IMPORT: Omit<Watches<Pick<MembersImport, 'status'>>, 'isIt'> = {
  area: 'Eligible members',
  valuesAfter: ({ type }) => (type === 'MembersImportCanceled' ? { status: 'canceled' } : null),
  labels: { status: 'Status' },
  inWords: (_, { status }) => STATUS[status],
};

/** Line numbers and faults. The content of a line is not stored. */
function Faults({ fileName, reason, faults, count }: MembersImport) {
  if (reason === null && faults.length === 0) return null;
  const unnamed = count.bad - Math.min(faults.length, MAX_LISTED_FAULTS);
  return (
    <Box component="details" sx={{ mt: 2 }}>
      <Typography component="summary" sx={{ minHeight: 24 }}>
        {fileName}:{' '}
        {reason === null ? (count.bad === 1 ? '1 bad row' : `${withCommas(count.bad)} bad rows`) : 'not readable'}
      </Typography>
      {reason === null ? null : <Typography>{reason}</Typography>}
      <Box component="ul" sx={{ my: 1 }}>
        {faults.slice(0, MAX_LISTED_FAULTS).map(({ line, fault }) => (
          <li key={line}>
            Line {line}: {fault}
          </li>
        ))}
      </Box>
      {unnamed > 0 ? <Typography color="textSecondary">… and {withCommas(unnamed)} more.</Typography> : null}
    </Box>
  );
}

const ACTS: readonly RowAction<MembersImport>[] = [
  { label: 'Cancel', Dialog: CancelImportDialog, isFor: ({ status }) => status === 'running' },
];

const COLUMNS: readonly DataColumn<MembersImport>[] = [
  { id: 'fileName', header: 'File', title: true, cell: ({ fileName }) => <OneLine text={fileName} maxWidth={260} /> },
  {
    id: 'programme',
    header: 'Programme',
    cell: ({ programme }) => (programme === null ? 'By row' : REWARD_PROGRAMME_WORDS[programme]),
  },
  { id: 'uploadedAt', header: 'Uploaded', cell: ({ uploadedAt }) => <When at={uploadedAt} /> },
  { id: 'uploadedBy', header: 'By', cell: ({ uploadedBy }) => <OneLine text={uploadedBy ?? '–'} maxWidth={180} /> },
  { id: 'status', header: 'Status', cell: ({ status }) => STATUS[status] },
  ...COUNTS.map(([id, header]) => ({
    id,
    header,
    align: 'right' as const,
    cell: ({ count }: MembersImport) => withCommas(count[id] ?? 0),
  })),
];
