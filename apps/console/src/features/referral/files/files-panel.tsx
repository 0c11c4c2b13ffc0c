import { FILES_PAGE_SIZE, type User } from '@throughline/contracts';
import { DEFAULT_FILE_TYPE, type FileAsOf, type FileType, isRecertificationId } from '@throughline/domain';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useId, useMemo, useState } from 'react';
import { announce } from '../../../ui/announcer.js';
import { ChoiceFilter } from '../../../ui/fields/choice/choice-filter.js';
import type { DataColumn } from '../../../ui/tables/data-column.js';
import { DataTable } from '../../../ui/tables/data-table.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { SearchField } from '../../../ui/fields/search-field.js';
import { TablePager } from '../../../ui/tables/table-pager.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { useSearchText } from '../../../ui/tables/use-search-text.js';
import { useDismissedFiles } from './dismissed-files.js';
import { FilePreview } from './file-preview.js';
import { mayChangeType, newestFirst } from './file-rows.js';
import { countTypes, findFiles } from './find-files.js';
import { FileTypeCell } from './file-type.js';
import { NameAndFault, useWordsOfFile } from './name-and-fault.js';
import { type FileContext, OpenFile, previewButtonId } from './open-file.js';
import { UploadFile } from './upload-file.js';
import english from '../../../../texts/en/files.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';
import { usePast } from '../../../past/past.js';

const useTexts = textsOf('files', english);

/** `preview`: the id of the previewed file; 0: none. */
const DEFAULTS = { fileName: '', fileType: [] as readonly string[], filePage: 0, preview: 0 };

export interface FilesPanelProps {
  readonly referralId: string;
  readonly files: readonly FileAsOf[];
  readonly user: User;
  /** The default type of an upload. */
  readonly usualType?: FileType;
}

/**
 * The files of the referral, with a preview of one beside them. The submission PDF appears when it is made. An upload can be opened once it
 * was checked (ordering specification, section 2, Files tab).
 */
export function FilesPanel({ referralId, files, user, usualType = DEFAULT_FILE_TYPE }: FilesPanelProps) {
  const t = useTexts();
  const words = useWords();
  const wordsOf = useWordsOfFile();
  const isPast = usePast() !== null;
  const [view, setView] = useUrlState(DEFAULTS);
  const box = useSearchText(view.fileName, (fileName) => setView({ fileName, filePage: 0 }, { replace: true }));
  const { isDismissed, change } = useDismissedFiles(referralId, user.id);
  const [showsDismissed, setShowsDismissed] = useState(false);
  const dismissedCount = files.filter(isDismissed).length;
  const showDismissedId = useId();
  const columns = useMemo(
    () =>
      columnsFor(t, {
        referralId,
        user,
        previewed: view.preview,
        onPreview: (preview) => setView({ preview }),
        isDismissed,
        onDismiss: (file, isHidden) => {
          change(file, isHidden);
          announce(t(isHidden ? 'dismissed' : 'restored', { name: file.fileName }));
          // The button that had the focus disappears.
          if (isHidden) requestAnimationFrame(() => document.getElementById(showDismissedId)?.focus());
        },
      }),
    [t, referralId, user, view.preview, setView, isDismissed, change, showDismissedId],
  );
  const shown = newestFirst(files).filter((file) => showsDismissed || !isDismissed(file));
  const named = findFiles(shown, box.value, [], wordsOf);
  const found = findFiles(named, '', view.fileType);
  const pages = Math.max(1, Math.ceil(found.length / FILES_PAGE_SIZE));
  const page = Math.min(view.filePage, pages - 1);
  const previewed = files.find(({ fileId }) => fileId === view.preview);
  const clear = () => {
    box.onChange('');
    setView({ fileName: '', fileType: [], filePage: 0 });
  };
  return (
    <>
      {isPast ? null : (
        <UploadFile
          key={referralId}
          referralId={referralId}
          files={files}
          isDismissed={isDismissed}
          usualType={usualType}
        />
      )}
      {files.length === 0 ? (
        <Typography color="textSecondary" role="status">
          {isRecertificationId(referralId) ? t('none') : t('pdfGenerating')}
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
              <SearchField label={t('search')} {...box} sx={{ maxWidth: 280 }} />
              <ChoiceFilter
                label={t('type')}
                menuLabel={t('types')}
                choices={countTypes(named, view.fileType).map((choice) => ({ ...choice, label: words(choice.label) }))}
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
                  {t(showsDismissed ? 'hideDismissed' : 'showDismissed', { count: dismissedCount })}
                </Button>
              ) : null}
            </Stack>
            <DataTable
              caption={t(isRecertificationId(referralId) ? 'ofRecertification' : 'ofReferral')}
              columns={columns}
              rows={found.slice(page * FILES_PAGE_SIZE, (page + 1) * FILES_PAGE_SIZE)}
              rowKey={({ fileId }) => String(fileId)}
              empty={
                <EmptyState title={t('noMatch')} action={<Button onClick={clear}>{t('clear')}</Button>}>
                  {t('noMatchAbout')}
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

const columnsFor = (t: ReturnType<typeof useTexts>, context: FileContext): readonly DataColumn<FileAsOf>[] => [
  { id: 'id', header: t('id'), cell: ({ fileId }) => fileId },
  {
    id: 'type',
    header: t('type'),
    cell: (file) => (
      <FileTypeCell referralId={context.referralId} file={file} mayChange={mayChangeType(file, context.user)} />
    ),
  },
  {
    id: 'fileName',
    header: t('fileName'),
    title: true,
    width: '100%',
    cell: (file) => <NameAndFault file={file} />,
  },
  { id: 'open', header: t('open'), cell: (file) => <OpenFile file={file} {...context} /> },
];
