import { FILE_FAULTS, type FileAsOf } from '@throughline/domain';
import { Alert, Box, Button, IconButton, Stack, Typography } from '@mui/material';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { FrameKey, PageView } from '../../../pdf-frame/frame-messages.js';
import { PDF_FRAME_ADDRESS } from '../../../pdf-frame/frame-messages.js';
import type { LeftOut } from '../../../pdf-frame/left-out.js';
import { FileName } from '../../../ui/words/file-name.js';
import { X } from '../../../ui/icons/icons.js';
import { ZoomIn, ZoomOut } from '../../../ui/icons/opened-icons.js';
import { ChevronLeft, ChevronRight } from '../../../ui/icons/page-icons.js';
import { usePdfFrame } from './use-pdf-frame.js';
import english from '../../../../texts/en/files.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('files', english);

interface FilePreviewProps {
  readonly referralId: string;
  readonly file: FileAsOf;
  readonly onClose: () => void;
}

/** The preview of a file beside the table, page by page. It gets the focus when it is opened; Escape closes it. */
export function FilePreview({ referralId, file, onClose }: FilePreviewProps) {
  const t = useTexts();
  const words = useWords();
  const title = useId();
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const [attempt, setAttempt] = useState(0);
  return (
    <Box
      component="section"
      ref={region}
      tabIndex={-1}
      data-preview
      aria-labelledby={title}
      onKeyDown={({ key }) => (key === 'Escape' ? onClose() : undefined)}
      sx={{ position: { lg: 'sticky' }, top: 72, border: 1, borderColor: 'divider', borderRadius: 1, outline: 'none' }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1, px: 1.5, py: 0.5 }}>
        <Typography id={title} variant="subtitle1" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {t.rich('previewOf', { name: () => <FileName name={file.fileName} /> })}
        </Typography>
        <IconButton aria-label={t('closePreview')} onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </Stack>
      {file.check === 'waiting' ? (
        <Note>{t('stillChecked')}</Note>
      ) : file.check === 'refused' ? (
        <Note severity="error">
          {file.fault ? words(FILE_FAULTS[file.fault]) : t('wasRefused')}{' '}
          {file.link === undefined ? null : t('theLink', { link: file.link })}
        </Note>
      ) : (
        <Pages
          key={attempt}
          referralId={referralId}
          file={file}
          onClose={onClose}
          onRetry={() => {
            setAttempt(attempt + 1);
            region.current?.focus();
          }}
        />
      )}
    </Box>
  );
}

interface NoteProps {
  readonly severity?: 'info' | 'warning' | 'error';
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

const Note = ({ severity = 'info', action, children }: NoteProps) => (
  <Alert severity={severity} role="status" action={action} sx={{ m: 1.5 }}>
    {children}
  </Alert>
);

const SENTENCES = { picture: 'pictureLeftOut', part: 'partLeftOut', all: 'nothingToSee', text: 'textLeftOut' } as const;

/** The sentences about missing content. Of the kinds of drawn content only the first is named. */
function sentencesOf(leftOut: readonly LeftOut[]) {
  const drawn = leftOut.find((one) => one !== 'text');
  return [...(drawn ? [SENTENCES[drawn]] : []), ...(leftOut.includes('text') ? [SENTENCES.text] : [])];
}

const ZOOMS = [1, 1.5, 2, 3];

/** The pages of a file in a sandboxed frame. The controls are outside of it, so that they work even if the frame fails. */
function Pages({ referralId, file, onClose, onRetry }: FilePreviewProps & { readonly onRetry: () => void }) {
  const t = useTexts();
  const words = useWords();
  const [view, setView] = useState<PageView>({ page: 1, zoom: 1 });
  const turn = (change: Partial<PageView>) => {
    const next = { ...view, ...change };
    if (next.page < 1 || next.page > pages) return;
    setView(next);
    show(next);
  };
  const follow = (key: FrameKey) => {
    if (key === 'Escape') onClose();
    else turn({ page: view.page + (key === 'ArrowRight' ? 1 : -1) });
  };
  const { frame, state, show } = usePdfFrame({ referralId, fileId: file.fileId }, follow);
  const pages = state.status === 'shown' ? state.pages : 0;
  const zoomAt = ZOOMS.indexOf(view.zoom);
  const zoom = (to: number | undefined) => (to === undefined ? undefined : turn({ zoom: to }));
  if (state.status === 'failed') {
    return (
      <Note
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        }
      >
        {words(state.message)}
      </Note>
    );
  }
  return (
    <>
      <Stack
        direction="row"
        role="group"
        aria-label={t('pages')}
        sx={{ alignItems: 'center', flexWrap: 'wrap', px: 1.5, pb: 0.5, borderBottom: 1, borderColor: 'divider' }}
      >
        <Control label={t('previousPage')} off={view.page <= 1} onClick={() => turn({ page: view.page - 1 })}>
          <ChevronLeft size={18} aria-hidden />
        </Control>
        <Typography variant="body2" role="status" data-figures sx={{ mx: 0.5 }}>
          {pages === 0 ? t('opening') : t('page', { page: view.page, pages })}
        </Typography>
        <Control label={t('nextPage')} off={view.page >= pages} onClick={() => turn({ page: view.page + 1 })}>
          <ChevronRight size={18} aria-hidden />
        </Control>
        <Box sx={{ flex: 1 }} />
        <Control label={t('zoomOut')} off={pages === 0 || zoomAt === 0} onClick={() => zoom(ZOOMS[zoomAt - 1])}>
          <ZoomOut size={18} aria-hidden />
        </Control>
        <Control
          label={t('zoomIn')}
          off={pages === 0 || zoomAt === ZOOMS.length - 1}
          onClick={() => zoom(ZOOMS[zoomAt + 1])}
        >
          <ZoomIn size={18} aria-hidden />
        </Control>
      </Stack>
      {state.status === 'slow' ? <Note>{t('slow')}</Note> : null}
      {state.status === 'shown'
        ? sentencesOf(state.leftOut).map((sentence) => (
            <Note key={sentence} severity="warning">
              {t(sentence)}
            </Note>
          ))
        : null}
      <Box
        component="iframe"
        ref={frame}
        title={t('pagesOf', { name: file.fileName })}
        src={PDF_FRAME_ADDRESS}
        sandbox="allow-scripts"
        sx={{ display: 'block', width: '100%', height: 'min(75vh, 900px)', border: 0 }}
      />
    </>
  );
}

interface ControlProps {
  readonly label: string;
  /** Whether the control is inactive. It is not `disabled`, because a disabled button loses the focus. */
  readonly off: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const Control = ({ label, off, onClick, children }: ControlProps) => (
  <IconButton
    aria-label={label}
    aria-disabled={off}
    onClick={off ? undefined : onClick}
    sx={{ '&[aria-disabled="true"]': { color: 'action.disabled' } }}
  >
    {children}
  </IconButton>
);
