import { FILES_PAGE_SIZE, type User } from '@throughline/contracts';
import { FILE_FAULTS, type FileAsOf, type FileType, isRecertificationId } from '@throughline/domain';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useId, useMemo, useState } from 'react';
import { announce, toast } from '../../../ui/announcer.js';
import { ChoiceFilter } from '../../../ui/choice-filter.js';
import type { DataColumn } from '../../../ui/data-column.js';
import { DataTable } from '../../../ui/data-table.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { FileName } from '../../../ui/file-name.js';
import { Download, Eye } from '../../../ui/icons.js';
import { TablePager } from '../../../ui/table-pager.js';
import { TextField } from '../../../ui/text-field.js';
import { useUrlState } from '../../../ui/url-state.js';
import { useSearchText } from '../../../ui/use-search-text.js';
import { useDismissedFiles } from './dismissed-files.js';
import { FilePreview } from './file-preview.js';
import { countTypes, findFiles, mayChangeType, namesInUse } from './file-rows.js';
import { FileTypeCell } from './file-type.js';
import { downloadFile } from './file-content.js';
import { UploadFile } from './upload-file.js';

/** `preview`: id of a file; 0: none. */
const DEFAULTS = { fileName: '', fileType: [] as readonly string[], filePage: 0, preview: 0 };

export interface FilesPanelProps {
  readonly referralId: string;
  readonly files: readonly FileAsOf[];
  readonly user: User;
  /** Of the next upload, until the person chooses another. */
  readonly usualType?: FileType;
}

/**
 * The files of the referral, and beside them a preview of one. The submission PDF appears when it is made; an upload can be opened when it was
 * checked (ordering specification, section 2, Files tab).
 */
export function FilesPanel({ referralId, files, user, usualType = 'Other' }: FilesPanelProps) {
  const [view, setView] = useUrlState(DEFAULTS);
  const [typed, setTyped] = useSearchText(view.fileName, (fileName) =>
    setView({ fileName, filePage: 0 }, { replace: true }),
  );
  const { isDismissed, change } = useDismissedFiles(referralId, user.id);
  const [showsDismissed, setShowsDismissed] = useState(false);
  const dismissedCount = files.filter(isDismissed).length;
  const showDismissedId = useId();
  const columns = useMemo(
    () =>
      columnsFor({
        referralId,
        user,
        previewed: view.preview,
        onPreview: (preview) => setView({ preview }),
        isDismissed,
        onDismiss: (file, isHidden) => {
          change(file, isHidden);
          announce(`${file.fileName} was ${isHidden ? 'dismissed' : 'restored'}`);
          // The button that had the focus is gone.
          if (isHidden) requestAnimationFrame(() => document.getElementById(showDismissedId)?.focus());
        },
      }),
    [referralId, user, view.preview, setView, isDismissed, change, showDismissedId],
  );
  const shown = files.filter((file) => showsDismissed || !isDismissed(file));
  const named = findFiles(shown, typed, []);
  const found = findFiles(named, '', view.fileType);
  const pages = Math.max(1, Math.ceil(found.length / FILES_PAGE_SIZE));
  const page = Math.min(view.filePage, pages - 1);
  const previewed = files.find(({ fileId }) => fileId === view.preview);
  const clear = () => {
    setTyped('');
    setView({ fileName: '', fileType: [], filePage: 0 });
  };
  return (
    <>
      <UploadFile referralId={referralId} fileNames={namesInUse(files)} usualType={usualType} />
      {files.length === 0 ? (
        <Typography color="textSecondary" role="status">
          {isRecertificationId(referralId)
            ? 'No files yet. What is uploaded appears here, and can be opened after it has been checked.'
            : 'The submission PDF is being generated. It usually appears here within seconds.'}
        </Typography>
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            alignItems: 'start',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              ...(previewed && { lg: 'repeat(2, minmax(0, 1fr))' }),
            },
          }}
        >
          <div>
            <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'flex-end', mb: 2 }}>
              <TextField label="Search files" type="search" value={typed} onChange={setTyped} sx={{ maxWidth: 280 }} />
              <ChoiceFilter
                label="Type"
                menuLabel="Types of files"
                choices={countTypes(named, view.fileType)}
                counted="files"
                chosen={view.fileType}
                onChange={(fileType) => setView({ fileType, filePage: 0 })}
              />
              {dismissedCount > 0 ? (
                <Button
                  id={showDismissedId}
                  aria-pressed={showsDismissed}
                  onClick={() => setShowsDismissed(!showsDismissed)}
                >
                  {showsDismissed ? 'Hide' : 'Show'} dismissed ({dismissedCount})
                </Button>
              ) : null}
            </Stack>
            <DataTable
              caption={`Files of this ${isRecertificationId(referralId) ? 'recertification' : 'referral'}`}
              columns={columns}
              rows={found.slice(page * FILES_PAGE_SIZE, (page + 1) * FILES_PAGE_SIZE)}
              rowKey={({ fileId }) => String(fileId)}
              empty={
                <EmptyState title="No file matches" action={<Button onClick={clear}>Clear search and filter</Button>}>
                  The search covers the names of the files.
                </EmptyState>
              }
            />
            <TablePager
              page={page}
              rowCount={found.length}
              pageSize={FILES_PAGE_SIZE}
              noun="files"
              onPage={(filePage) => setView({ filePage })}
            />
          </div>
          {previewed ? (
            <FilePreview
              key={previewed.fileId}
              referralId={referralId}
              file={previewed}
              onClose={() => {
                setView({ preview: 0 });
                document.getElementById(previewButtonId(previewed))?.focus();
              }}
            />
          ) : null}
        </Box>
      )}
    </>
  );
}

const previewButtonId = ({ fileId }: FileAsOf) => `preview-${fileId}`;

interface ColumnContext extends Pick<FilesPanelProps, 'referralId' | 'user'> {
  /** Id of the file beside the table. */
  readonly previewed: number;
  readonly onPreview: (fileId: number) => void;
  readonly isDismissed: (file: FileAsOf) => boolean;
  readonly onDismiss: (file: FileAsOf, isHidden: boolean) => void;
}

const columnsFor = (context: ColumnContext): readonly DataColumn<FileAsOf>[] => [
  { id: 'id', header: 'ID', cell: ({ fileId }) => fileId },
  {
    id: 'type',
    header: 'Type',
    cell: (file) => (
      <FileTypeCell referralId={context.referralId} file={file} mayChange={mayChangeType(file, context.user)} />
    ),
  },
  { id: 'fileName', header: 'File Name', title: true, cell: (file) => <NameAndFault file={file} /> },
  { id: 'open', header: 'Open', cell: (file) => <OpenFile file={file} {...context} /> },
];

function NameAndFault({ file: { fileName, check, fault } }: { readonly file: FileAsOf }) {
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

/** Only accepted files can be opened. */
function OpenFile({
  file,
  referralId,
  previewed,
  onPreview,
  isDismissed,
  onDismiss,
}: ColumnContext & { readonly file: FileAsOf }) {
  const { fileId, fileName, check } = file;
  if (check === 'waiting') return <Typography variant="body2">Being checked</Typography>;
  if (check === 'refused') {
    const isHidden = isDismissed(file);
    return (
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
        <Typography variant="body2" color="error">
          Refused
        </Typography>
        <Button
          size="small"
          aria-label={`${isHidden ? 'Restore' : 'Dismiss'} ${fileName}`}
          onClick={() => onDismiss(file, !isHidden)}
        >
          {isHidden ? 'Restore' : 'Dismiss'}
        </Button>
      </Stack>
    );
  }
  const download = () =>
    void downloadFile({ referralId, fileId }).catch((error: unknown) =>
      toast(error instanceof Error ? error.message : String(error), 'error'),
    );
  return (
    <Stack direction="row" sx={{ gap: 0.5, ml: -1.25 }}>
      <Button
        id={previewButtonId(file)}
        size="small"
        variant={previewed === fileId ? 'outlined' : 'text'}
        startIcon={<Eye size={16} aria-hidden />}
        aria-label={`Preview ${fileName}`}
        aria-pressed={previewed === fileId}
        onClick={() => onPreview(previewed === fileId ? 0 : fileId)}
      >
        Preview
      </Button>
      <Button
        size="small"
        startIcon={<Download size={16} aria-hidden />}
        aria-label={`Open ${fileName}`}
        onClick={download}
      >
        Open
      </Button>
    </Stack>
  );
}
