import type { CatalogueVersion } from '@throughline/contracts';
import { Button, Stack, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { watching, type Watches } from '../../meanwhile/watched.js';
import { toastFailed } from '../../ui/announcer.js';
import { AdminTable, type RowAction, type RowDialogProps } from '../../ui/tables/admin-table.js';
import type { DataColumn } from '../../ui/tables/data-column.js';
import { ReasonCommandDialog } from '../../ui/dialogs/reason-dialog.js';
import { When } from '../../ui/words/when.js';
import { catalogueVersionsQuery, downloadCatalogue } from './queries.js';

/** All uploaded versions, newest first: who uploaded each, when and why, and its status. */
export const VersionTable = ({ versions }: { readonly versions: readonly CatalogueVersion[] }) => (
  <AdminTable
    heading="Versions"
    caption="Versions of the catalogue"
    columns={COLUMNS}
    rows={versions}
    rowKey={({ versionId }) => versionId}
    rowName={({ fileName }) => fileName}
    acts={ACTS}
    empty={{
      title: 'No version yet',
      words: 'Download the active catalogue, change it in a spreadsheet, and upload it above.',
    }}
  />
);

const STATUS: Readonly<Record<CatalogueVersion['status'], string>> = {
  planned: 'Planned',
  active: 'Active',
  replaced: 'Replaced',
  outdated: 'Not activated: another version became active after it was uploaded. Upload it again.',
  canceled: 'Canceled',
};

const COLUMNS: readonly DataColumn<CatalogueVersion>[] = [
  { id: 'fileName', header: 'File', title: true, cell: ({ fileName }) => <Wrapped>{fileName}</Wrapped> },
  { id: 'status', header: 'Status', cell: (version) => <Status {...version} /> },
  {
    id: 'activatesAt',
    header: 'Active from',
    cell: ({ activatesAt }) => <When at={activatesAt} />,
  },
  {
    id: 'changes',
    header: 'Items',
    cell: ({ itemCount, changes: { added, changed, retired } }) =>
      `${itemCount}: ${added} added, ${changed} changed, ${retired} retired`,
  },
  {
    id: 'plannedBy',
    header: 'Uploaded',
    cell: ({ plannedAt, plannedBy }) => (
      <Stack>
        <When at={plannedAt} />
        <Wrapped>{plannedBy ?? '–'}</Wrapped>
      </Stack>
    ),
  },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => <Wrapped>{reason}</Wrapped> },
  {
    id: 'download',
    header: 'Download',
    controls: true,
    cell: (version) => <Download version={version} />,
  },
];

function Download({ version: { versionId, fileName } }: { readonly version: CatalogueVersion }) {
  const download = useMutation({
    mutationFn: () => downloadCatalogue(fileName, versionId),
    onError: (error) => toastFailed(`Download ${fileName}`, error.message),
  });
  return (
    <Button
      size="small"
      aria-label={`Download ${fileName}`}
      disabled={download.isPending}
      onClick={() => download.mutate()}
    >
      Download
    </Button>
  );
}

const Wrapped = ({ children }: { readonly children: string }) => (
  <Typography component="span" variant="inherit" sx={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
    {children}
  </Typography>
);

function Status({ status, canceled }: CatalogueVersion) {
  return (
    <Wrapped>{canceled ? `Canceled by ${canceled.by ?? 'somebody'}: ${canceled.reason}` : STATUS[status]}</Wrapped>
  );
}

function CancelVersion({ row: { versionId, fileName, status }, onClose }: RowDialogProps<CatalogueVersion>) {
  return (
    <ReasonCommandDialog
      watches={watching({ ...VERSION, isIt: { versionId } })}
      present={{ status }}
      takesOver={false}
      endpoint="POST /catalogue/versions/{id}/cancel"
      request={(body) => ({ params: { id: versionId }, body })}
      doneWords={`${fileName} is canceled`}
      reads={[catalogueVersionsQuery.queryKey]}
      title={`Cancel ${fileName}`}
      about="It will not be activated. What is offered now stays."
      submitLabel="Cancel this version"
      submitColor="error"
      onClose={onClose}
    />
  );
}

const VERSION: Omit<Watches<Pick<CatalogueVersion, 'status'>>, 'isIt'> = {
  area: 'Catalogue',
  valuesAfter: ({ type }) =>
    type === 'CatalogueCanceled' || type === 'CatalogueActivated' || type === 'CatalogueOutdated'
      ? { status: type }
      : null,
  labels: { status: 'Status' },
  inWords: (_, { status }) => STATUS[status],
};

const ACTS: readonly RowAction<CatalogueVersion>[] = [
  { label: 'Cancel', Dialog: CancelVersion, isFor: ({ status }) => status === 'planned' },
];
