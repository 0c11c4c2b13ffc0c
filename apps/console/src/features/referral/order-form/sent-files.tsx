import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { ReplaceFile, SendingBar } from '../attachments/file-controls.js';
import { FileName } from '../../../ui/file-name.js';
import { type FileOutcome, hasFailed } from './submission-steps.js';

interface SentFilesProps extends Omit<SentFileProps, 'file'> {
  readonly files: readonly FileOutcome[];
}

/** The files of an order on their way, each with what can be done about it. */
export function SentFiles({ files, ...controls }: SentFilesProps) {
  return (
    <Box component="ul" aria-label="Files of the order" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
      {files.map((file) => (
        <SentFile key={file.attachment.key} file={file} {...controls} />
      ))}
    </Box>
  );
}

interface SentFileProps {
  readonly file: FileOutcome;
  readonly onCancel: (key: string) => void;
  readonly onRetry: (key: string) => void;
  /** Resolves with why the other file cannot replace it; null if it can. */
  readonly onReplace: (key: string, by: File) => Promise<string | null>;
}

function SentFile({ file, onReplace, ...controls }: SentFileProps) {
  const { key, status, file: sent } = file.attachment;
  const [fault, setFault] = useState<string | null>(null);
  const replace = async (by: File) => {
    const found = await onReplace(key, by);
    setFault(found && `${by.name}: ${found}`);
  };
  return (
    <Box component="li" sx={{ mb: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 1 }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <FileName name={sent.name} />
          <Typography variant="body2" color={hasFailed(file) ? 'error' : 'textSecondary'}>
            {wordsFor(file)}
          </Typography>
          {fault === null ? null : (
            <Typography variant="body2" color="error">
              {fault}
            </Typography>
          )}
        </Box>
        <Controls file={file} onReplace={(by) => void replace(by)} {...controls} />
      </Box>
      {status === 'sending' ? <SendingBar attachment={file.attachment} /> : null}
    </Box>
  );
}

interface ControlsProps extends Omit<SentFileProps, 'onReplace'> {
  readonly onReplace: (by: File) => void;
}

/** A refused file would be refused again: only another one helps. One that failed on the way can be sent again, or given up for another. */
function Controls({ file, onCancel, onRetry, onReplace }: ControlsProps) {
  const { key, status, canBeSentAgain, file: sent } = file.attachment;
  if (status === 'waiting' || status === 'sending') {
    return (
      <Button size="small" aria-label={`Cancel ${sent.name}`} onClick={() => onCancel(key)}>
        Cancel
      </Button>
    );
  }
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      {canBeSentAgain || status === 'canceled' ? (
        <Button size="small" variant="outlined" aria-label={`Retry ${sent.name}`} onClick={() => onRetry(key)}>
          Retry
        </Button>
      ) : null}
      {hasFailed(file) ? (
        <ReplaceFile verb={status === 'missing' ? 'Choose' : 'Replace'} name={sent.name} onReplace={onReplace} />
      ) : null}
    </Box>
  );
}

function wordsFor({ attachment: { status, message }, check }: FileOutcome): string {
  switch (status) {
    case 'chosen':
    case 'waiting':
      return 'Waiting';
    case 'sending':
      return 'Sending';
    case 'canceled':
      return 'Not attached: canceled';
    case 'missing':
      return 'Not attached: please choose it again.';
    case 'failed':
      return message ?? 'It could not be sent.';
    case 'sent':
      if (check?.check === 'accepted') return 'Attached';
      return check?.check === 'refused' ? (check.message ?? 'Refused') : 'Attached, being checked';
  }
}
