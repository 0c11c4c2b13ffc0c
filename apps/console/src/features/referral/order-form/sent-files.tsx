import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { FileName } from '../../../ui/file-name.js';
import type { FileOutcome } from './submission-steps.js';

interface SentFilesProps {
  readonly files: readonly FileOutcome[];
  readonly onCancel: (key: string) => void;
  readonly onRetry: (key: string) => void;
}

/** The files of an order on their way, each with what can be done about it. */
export function SentFiles({ files, onCancel, onRetry }: SentFilesProps) {
  return (
    <Box component="ul" aria-label="Files of the order" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
      {files.map((file) => (
        <Box component="li" key={file.attachment.key} sx={{ mb: 1 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <FileName name={file.attachment.file.name} />
              <Typography variant="body2" color={hasFailed(file) ? 'error' : 'textSecondary'}>
                {wordsFor(file)}
              </Typography>
            </Box>
            <Control file={file} onCancel={onCancel} onRetry={onRetry} />
          </Box>
          {file.attachment.status === 'sending' ? (
            <LinearProgress
              variant="determinate"
              value={file.attachment.progress * 100}
              aria-label={`Sending ${file.attachment.file.name}`}
            />
          ) : null}
        </Box>
      ))}
    </Box>
  );
}

interface ControlProps extends Omit<SentFilesProps, 'files'> {
  readonly file: FileOutcome;
}

function Control({ file: { attachment }, onCancel, onRetry }: ControlProps) {
  const { key, status, file } = attachment;
  if (status === 'waiting' || status === 'sending') {
    return (
      <Button size="small" aria-label={`Cancel ${file.name}`} onClick={() => onCancel(key)}>
        Cancel
      </Button>
    );
  }
  if (status === 'failed' || status === 'canceled') {
    return (
      <Button size="small" variant="outlined" aria-label={`Retry ${file.name}`} onClick={() => onRetry(key)}>
        Retry
      </Button>
    );
  }
  return null;
}

const hasFailed = ({ attachment, check }: FileOutcome) => attachment.status === 'failed' || check?.check === 'refused';

function wordsFor({ attachment: { status, message }, check }: FileOutcome): string {
  switch (status) {
    case 'chosen':
    case 'waiting':
      return 'Waiting';
    case 'sending':
      return 'Sending';
    case 'canceled':
      return 'Not attached: canceled';
    case 'failed':
      return message ?? 'It could not be sent.';
    case 'sent':
      if (check?.check === 'accepted') return 'Attached';
      return check?.check === 'refused' ? (check.message ?? 'Refused') : 'Attached, being checked';
  }
}
