import { FILES_PAGE_SIZE, foldForSearch } from '@throughline/contracts';
import { FILE_FAULTS, type FileAsOf } from '@throughline/domain';
import { Alert, Box, Button, FormLabel, OutlinedInput, Typography } from '@mui/material';
import { Download } from '../../../ui/icons.js';
import { useMemo, useState } from 'react';
import type { DataColumn } from '../../../ui/data-column.js';
import { DataTable } from '../../../ui/data-table.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { call } from '../../../api/api.js';
import { FileName } from '../../../ui/file-name.js';
import { TablePager } from '../../../ui/table-pager.js';
import { UploadFile } from './upload-file.js';

interface FilesTabProps {
  readonly referralId: string;
  readonly files: readonly FileAsOf[];
}

/** The files of the referral. The submission PDF appears when it is made; an upload can be opened when it was checked. */
export function FilesTab({ referralId, files }: FilesTabProps) {
  const [search, setSearch] = useState('');
  const [wanted, setWanted] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const columns = useMemo(() => {
    const open = (fileId: number) => {
      setFailure(null);
      openFile(referralId, fileId).catch((error: unknown) =>
        setFailure(error instanceof Error ? error.message : String(error)),
      );
    };
    return columnsFor(open);
  }, [referralId]);
  const found = files.filter(({ fileName }) => foldForSearch(fileName).includes(foldForSearch(search.trim())));
  const pages = Math.max(1, Math.ceil(found.length / FILES_PAGE_SIZE));
  const page = Math.min(wanted, pages - 1);
  const upload = <UploadFile referralId={referralId} fileNames={namesInUse(files)} />;
  if (files.length === 0) {
    return (
      <>
        {upload}
        <Typography color="textSecondary" role="status">
          The submission PDF is being generated. It usually appears here within seconds.
        </Typography>
      </>
    );
  }
  return (
    <>
      {upload}
      <Box sx={{ maxWidth: 360, mb: 2 }}>
        <FormLabel htmlFor="file-search">Search files</FormLabel>
        <OutlinedInput
          id="file-search"
          size="small"
          fullWidth
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Box>
      {failure === null ? null : (
        <Alert severity="error" sx={{ mb: 2 }} onClose={() => setFailure(null)}>
          {failure}
        </Alert>
      )}
      <DataTable
        caption="Files of this referral"
        columns={columns}
        rows={found.slice(page * FILES_PAGE_SIZE, (page + 1) * FILES_PAGE_SIZE)}
        rowKey={({ fileId }) => String(fileId)}
        empty={
          <EmptyState title="No file matches" action={<Button onClick={() => setSearch('')}>Clear the search</Button>}>
            The search covers the names of the files.
          </EmptyState>
        }
      />
      <TablePager page={page} rowCount={found.length} pageSize={FILES_PAGE_SIZE} noun="files" onPage={setWanted} />
    </>
  );
}

const columnsFor = (open: (fileId: number) => void): readonly DataColumn<FileAsOf>[] => [
  { id: 'id', header: 'ID', cell: ({ fileId }) => fileId },
  { id: 'type', header: 'Type', cell: typeOf },
  {
    id: 'fileName',
    header: 'File Name',
    title: true,
    cell: (file) => <NameAndCheck file={file} />,
  },
  {
    id: 'open',
    header: 'Open',
    controls: true,
    cell: (file) => <OpenFile file={file} onOpen={open} />,
  },
];

/** File name, with the reason of a refusal. */
function typeOf({ check, corrected }: FileAsOf): string {
  if (check !== undefined) return 'Attachment';
  return corrected ? 'Corrected submission PDF' : 'Submission PDF';
}

function NameAndCheck({ file: { fileName, check, fault } }: { readonly file: FileAsOf }) {
  return (
    <>
      <FileName name={fileName} />
      {check === 'refused' && fault ? (
        <Typography variant="body2" color="error" sx={{ whiteSpace: 'normal', maxWidth: '60ch' }}>
          {FILE_FAULTS[fault]}
        </Typography>
      ) : null}
    </>
  );
}

interface OpenFileProps {
  readonly file: FileAsOf;
  readonly onOpen: (fileId: number) => void;
}

/** Only accepted files can be opened. */
function OpenFile({ file: { fileId, fileName, check }, onOpen }: OpenFileProps) {
  if (check === 'waiting') return <Typography variant="body2">Being checked</Typography>;
  if (check === 'refused') {
    return (
      <Typography variant="body2" color="error">
        Refused
      </Typography>
    );
  }
  return (
    <Button
      size="small"
      startIcon={<Download size={16} aria-hidden />}
      aria-label={`Open ${fileName}`}
      onClick={() => onOpen(fileId)}
    >
      Open
    </Button>
  );
}

/** Requests a link that is valid for a minute, and downloads it. */
async function openFile(id: string, fileId: number): Promise<void> {
  const anchor = document.createElement('a');
  anchor.href = await call('GET /pdf/referral/{id}/file/{fileId}', { params: { id, fileId } });
  anchor.download = '';
  anchor.click();
}

/** The name of a refused file can be used again. */
const namesInUse = (files: readonly FileAsOf[]) =>
  files.filter(({ check }) => check !== 'refused').map(({ fileName }) => fileName);
