import type { User } from '@throughline/contracts';
import type { FileAsOf } from '@throughline/domain';
import { Button, Stack, Typography } from '@mui/material';
import { usePast } from '../../../past/past.js';
import { toastFailed } from '../../../ui/announcer.js';
import { Download } from '../../../ui/icons/opened-icons.js';
import { Eye } from '../../../ui/icons/page-icons.js';
import { downloadFile } from './file-content.js';
import english from '../../../../texts/en/files.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('files', english);

export const previewButtonId = ({ fileId }: FileAsOf) => `preview-${fileId}`;

export interface FileContext {
  readonly referralId: string;
  readonly user: User;
  /** Id of the previewed file; 0: none. */
  readonly previewed: number;
  readonly onPreview: (fileId: number) => void;
  readonly isDismissed: (file: FileAsOf) => boolean;
  readonly onDismiss: (file: FileAsOf, isHidden: boolean) => void;
}

/** The controls of a file by its state. Only accepted files can be opened. */
export function OpenFile({
  file,
  referralId,
  previewed,
  onPreview,
  isDismissed,
  onDismiss,
}: FileContext & { readonly file: FileAsOf }) {
  const t = useTexts();
  const words = useWords();
  const { fileId, fileName, check } = file;
  const isPast = usePast() !== null;
  if (check === 'waiting') return <Typography variant="body2">{t('beingChecked')}</Typography>;
  if (check === 'refused') {
    const isHidden = isDismissed(file);
    return (
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
        <Typography variant="body2" color="error">
          {t('refused')}
        </Typography>
        {isPast ? null : (
          <Button
            size="small"
            aria-label={t(isHidden ? 'restoreFile' : 'dismissFile', { name: fileName })}
            onClick={() => onDismiss(file, !isHidden)}
          >
            {t(isHidden ? 'restore' : 'dismiss')}
          </Button>
        )}
      </Stack>
    );
  }
  const download = () =>
    void downloadFile({ referralId, fileId }).catch((error: unknown) =>
      toastFailed(t('openFile', { name: fileName }), words(error instanceof Error ? error.message : String(error))),
    );
  return (
    <Stack direction="row" sx={{ gap: 0.5, ml: -1.25 }}>
      <Button
        id={previewButtonId(file)}
        size="small"
        variant={previewed === fileId ? 'outlined' : 'text'}
        startIcon={<Eye size={16} aria-hidden />}
        aria-label={t('previewFile', { name: fileName })}
        aria-pressed={previewed === fileId}
        onClick={() => onPreview(previewed === fileId ? 0 : fileId)}
      >
        {t('preview')}
      </Button>
      <Button
        size="small"
        startIcon={<Download size={16} aria-hidden />}
        aria-label={t('openFile', { name: fileName })}
        onClick={download}
      >
        {t('open')}
      </Button>
    </Stack>
  );
}
