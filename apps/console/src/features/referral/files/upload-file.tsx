import type { FileType } from '@throughline/domain';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { ChoiceField } from '../../../ui/fields/choice-field.js';
import { Upload } from '../../../ui/icons/opened-icons.js';
import { SendingBar } from '../attachments/file-controls.js';
import { FileName } from '../../../ui/words/file-name.js';
import { isUnderWay } from '../attachments/attachment-queue.js';
import { useAttachments } from '../attachments/use-attachments.js';
import { useFileTypes } from './file-type.js';
import english from '../../../../texts/en/files.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('files', english);

interface UploadFileProps {
  readonly referralId: string;
  readonly fileNames: readonly string[];
  readonly usualType: FileType;
}

/** Uploads one PDF at a time, with its type. An error is shown below (ordering specification, sections 2 and 8). */
export function UploadFile({ referralId, fileNames, usualType }: UploadFileProps) {
  const t = useTexts();
  const words = useWords();
  const types = useFileTypes();
  const { files, refusals, choose, queue } = useAttachments(fileNames);
  const input = useRef<HTMLInputElement>(null);
  const [fileType, setFileType] = useState(usualType);
  const upload = async (file: File | undefined) => {
    queue.clear();
    if (file && (await choose([file], fileType)) > 0) queue.sendTo(referralId);
  };
  const [last] = files;
  const [refused] = refusals;
  const failed = last?.status === 'failed' ? last.message : null;
  const failure = refused ? `${refused.name}: ${words(refused.fault)}` : failed && words(failed);
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
      {failure === null ? null : (
        <Alert
          severity="error"
          sx={{ mt: 1 }}
          action={
            last?.canBeSentAgain ? (
              <Button color="inherit" size="small" onClick={() => queue.retry(last.key)}>
                {t('retry')}
              </Button>
            ) : undefined
          }
        >
          {failure}
        </Alert>
      )}
    </Box>
  );
}
