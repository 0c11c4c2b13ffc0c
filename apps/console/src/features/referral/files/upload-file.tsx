import { FILE_FAULTS, type FileAsOf, type FileType } from '@throughline/domain';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import { Upload } from '../../../ui/icons/opened-icons.js';
import { SendingBar } from '../attachments/file-controls.js';
import { FileName } from '../../../ui/words/file-name.js';
import { isUnderWay } from '../attachments/attachment-queue.js';
import { useAttachments } from '../attachments/use-attachments.js';
import { namesInUse } from './file-rows.js';
import { resultOf } from './find-files.js';
import { useFileTypes } from './file-type.js';
import { arrivedAs, uploadBegun, useUnansweredUpload } from './unanswered-upload.js';
import english from '../../../../texts/en/files.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('files', english);

interface UploadFileProps {
  readonly referralId: string;
  /** All files of the referral. */
  readonly files: readonly FileAsOf[];
  readonly isDismissed: (file: FileAsOf) => boolean;
  readonly usualType: FileType;
}

/**
 * Uploads one PDF at a time, with its type. A line below says what became of it, also of its check (ordering specification, sections 2 and
 * 8).
 */
export function UploadFile({ referralId, files: filed, isDismissed, usualType }: UploadFileProps) {
  const t = useTexts();
  const words = useWords();
  const types = useFileTypes();
  const { files, refusals, choose, queue } = useAttachments(namesInUse(filed));
  const unanswered = useUnansweredUpload(referralId);
  const input = useRef<HTMLInputElement>(null);
  const [fileType, setFileType] = useState(usualType);
  const upload = async (file: File | undefined) => {
    queue.clear();
    const isTaken = file !== undefined && (await choose([file], fileType)) > 0;
    unanswered.change(isTaken ? uploadBegun(file.name, filed) : null);
    if (isTaken) queue.sendTo(referralId);
  };
  const [last] = files;
  const [refused] = refusals;
  // After a reload there is no attachment, but an upload whose answer did not come may have arrived.
  const isInDoubt = last === undefined || (last.status === 'failed' && last.mayHaveArrived);
  const inDoubt = refused === undefined && isInDoubt ? unanswered.upload : null;
  const arrived = inDoubt ? arrivedAs(inDoubt, filed) : undefined;
  const isKnown = arrived !== undefined || (last !== undefined && !isInDoubt && !isUnderWay(files));
  const { forget } = unanswered;
  useEffect(() => {
    if (isKnown) forget();
  }, [isKnown, forget]);
  const fileId = arrived?.fileId ?? (last?.status === 'sent' ? last.fileId : null);
  const name = inDoubt?.name ?? last?.file.name ?? '';
  const row = filed.find((file) => file.fileId === fileId);
  const notTaken = refused
    ? { name: refused.name, fault: refused.fault }
    : last?.status === 'failed' && inDoubt === null
      ? { name, fault: last.message ?? '' }
      : null;
  const canceled = last?.status === 'canceled' ? t('isCanceled', { name }) : null;
  const result = fileId === null ? null : resultOf(fileId, filed);
  const isGone = row !== undefined && isDismissed(row);
  const reason = row?.fault === undefined ? '' : `${words(FILE_FAULTS[row.fault])} ${row.link ?? ''}`.trim();
  const failure = notTaken
    ? t('wasRefusedBecause', { name: notTaken.name, reason: words(notTaken.fault) })
    : result === 'wasRefusedBecause' && !isGone
      ? t(result, { name, reason })
      : null;
  const unknown =
    inDoubt === null || arrived ? null : t(last === undefined ? 'mayHaveArrivedBefore' : 'mayHaveArrived', { name });
  const message = failure ?? unknown;
  const done = result === 'isAttached' || result === 'isChecked' ? t(result, { name }) : canceled;
  return (
    <Box sx={{ mb: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-end', flexWrap: 'wrap', gap: 2 }}>
        <ChoiceField
          label={t('typeOfUpload')}
          choices={types}
          emptyLabel={null}
          value={fileType}
          onChange={(chosen) => setFileType(chosen as FileType)}
          sx={{ width: 200 }}
        />
        <Button
          variant="contained"
          startIcon={<Upload size={16} aria-hidden />}
          loading={isUnderWay(files)}
          aria-describedby="upload-help"
          onClick={() => input.current?.click()}
        >
          {t('upload')}
        </Button>
        <Typography id="upload-help" variant="body2" color="textSecondary">
          {t('uploadHelp')}
        </Typography>
      </Box>
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        hidden
        aria-label={t('toUpload')}
        onChange={(event) => {
          void upload(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {last?.status === 'sending' ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, maxWidth: 480, mt: 1 }}>
          <Box sx={{ flex: 1 }}>
            <FileName name={last.file.name} />
            <SendingBar attachment={last} />
          </Box>
          <Button size="small" onClick={() => queue.cancel(last.key)}>
            {t('cancel')}
          </Button>
        </Box>
      ) : null}
      {message === null ? null : (
        <Alert
          severity={failure === null ? 'warning' : 'error'}
          sx={{ mt: 1, overflowWrap: 'anywhere' }}
          action={
            last?.canBeSentAgain && !arrived ? (
              <Button color="inherit" size="small" onClick={() => queue.retry(last.key)}>
                {t('retry')}
              </Button>
            ) : undefined
          }
        >
          {message}
        </Alert>
      )}
      <Typography role="status" sx={{ mt: done === null ? 0 : 1, overflowWrap: 'anywhere' }}>
        {done}
      </Typography>
    </Box>
  );
}
