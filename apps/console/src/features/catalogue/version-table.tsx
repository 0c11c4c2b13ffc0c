import type { CatalogueVersion } from '@throughline/contracts';
import { ADMIN_AREAS } from '@throughline/domain';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { adminActsOn } from '../../meanwhile/acts.js';
import { ChangedMeanwhile } from '../../meanwhile/changed-meanwhile.js';
import { useRevision } from '../../meanwhile/use-replacing.js';
import { toast } from '../../ui/announcer.js';
import { CENTRAL } from '../../ui/fields/calendar.js';
import type { DataColumn } from '../../ui/tables/data-column.js';
import { DataTable } from '../../ui/tables/data-table.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ReasonCommandDialog } from '../../ui/dialogs/reason-dialog.js';
import { When } from '../../ui/words/when.js';
import { catalogueVersionsQuery, downloadCatalogue } from './queries.js';

/** The versions that were uploaded, newest first: who, when, why, and what became of each. */
export function VersionTable({ versions }: { readonly versions: readonly CatalogueVersion[] }) {
  const [canceling, setCanceling] = useState<CatalogueVersion | null>(null);
  const columns = useMemo(() => columnsFor(setCanceling), []);
  return (
    <Box component="section" aria-labelledby="catalogue-versions">
      <Typography id="catalogue-versions" variant="h2" sx={{ mb: 1 }}>
        Versions
      </Typography>
      <DataTable
        caption="Versions of the catalogue"
        columns={columns}
        rows={versions}
        rowKey={({ versionId }) => versionId}
        rowName={({ fileName }) => fileName}
        empty={
          <EmptyState title="No version yet">
            Download the active catalogue, change it in a spreadsheet, and upload it above.
          </EmptyState>
        }
      />
      {canceling ? (
        <CancelVersion
          version={canceling}
          present={versions.find(({ versionId }) => versionId === canceling.versionId)}
          onClose={() => setCanceling(null)}
        />
      ) : null}
    </Box>
  );
}

const STATUS: Readonly<Record<CatalogueVersion['status'], string>> = {
  planned: 'Planned',
  active: 'Active',
  replaced: 'Replaced',
  outdated: 'Not activated: another version became active after it was uploaded. Upload it again.',
  canceled: 'Canceled',
};

const columnsFor = (cancel: (version: CatalogueVersion) => void): readonly DataColumn<CatalogueVersion>[] => [
  { id: 'fileName', header: 'File', title: true, cell: ({ fileName }) => <Wrapped>{fileName}</Wrapped> },
  { id: 'status', header: 'Status', cell: (version) => <Status {...version} /> },
  {
    id: 'activatesAt',
    header: 'Active from (Central)',
    cell: ({ activatesAt }) => <When at={activatesAt} timeZone={CENTRAL} />,
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
    id: 'acts',
    header: 'Download, cancel',
    controls: true,
    cell: (version) => (
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end' }}>
        <Download version={version} />
        {version.status === 'planned' ? (
          <Button size="small" aria-label={`Cancel ${version.fileName}`} onClick={() => cancel(version)}>
            Cancel
          </Button>
        ) : null}
      </Stack>
    ),
  },
];

function Download({ version: { versionId, fileName } }: { readonly version: CatalogueVersion }) {
  const download = useMutation({
    mutationFn: () => downloadCatalogue(fileName, versionId),
    onError: (error) => toast(error.message, 'error'),
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

interface CancelVersionProps {
  /** The version as it was when the dialog was opened. */
  readonly version: CatalogueVersion;
  /** The version as the list has it now; undefined: it is no longer listed. */
  readonly present: CatalogueVersion | undefined;
  readonly onClose: () => void;
}

const actsOn = (id: string) =>
  adminActsOn({ search: ADMIN_AREAS['catalogue'] ?? '' }, ({ type, data }) =>
    (type === 'CatalogueCanceled' || type === 'CatalogueActivated' || type === 'CatalogueOutdated') &&
    data.versionId === id
      ? { status: type }
      : null,
  );

function CancelVersion({ version, present, onClose }: CancelVersionProps) {
  const revision = useRevision({ status: (present ?? version).status });
  return (
    <ReasonCommandDialog
      endpoint="POST /catalogue/versions/{id}/cancel"
      request={(body) => ({ params: { id: version.versionId }, body })}
      doneWords={`${version.fileName} is canceled`}
      reads={[catalogueVersionsQuery.queryKey]}
      title={`Cancel ${version.fileName}`}
      about="It will not be activated. What is offered now stays."
      submitLabel="Cancel this version"
      submitColor="error"
      onClose={onClose}
      notice={({ isPending }) => (
        <ChangedMeanwhile
          revision={revision}
          acts={actsOn(version.versionId)}
          inWords={(_, { status }) => ['Status', STATUS[status]]}
          isPending={isPending}
        />
      )}
    />
  );
}
