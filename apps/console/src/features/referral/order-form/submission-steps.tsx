import type { AttachedFile, Submission } from '@throughline/contracts';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { FileName } from '../../../ui/file-name.js';
import type { StepOfList } from '../../../ui/step-list.js';
import { ReplaceFile, SendingBar } from '../attachments/file-controls.js';
import type { Attachment } from '../attachments/attachment-queue.js';

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

/** A file of the order with its upload and its check. */
export interface FileOutcome {
  readonly attachment: Attachment;
  /** Null until the file is uploaded. */
  readonly check: AttachedFile | null;
}

export function fileOutcomes(
  attachments: readonly Attachment[],
  submission: Submission | undefined,
): readonly FileOutcome[] {
  return attachments.map((attachment) => ({
    attachment,
    check: submission?.files.find(({ fileId }) => fileId === attachment.fileId) ?? null,
  }));
}

/** The file was attached to the order and did not arrive with the referral, or was refused. */
export const hasFailed = ({ attachment, check }: FileOutcome): boolean =>
  attachment.status === 'failed' || attachment.status === 'missing' || check?.check === 'refused';

export const failedFiles = (files: readonly FileOutcome[]): readonly FileOutcome[] => files.filter(hasFailed);

/** Names that another file of the order may not have. The name of a file that failed is free again. */
export const namesTaken = (files: readonly FileOutcome[]): readonly string[] =>
  files.filter((file) => !hasFailed(file)).map(({ attachment }) => attachment.file.name);

export interface SubmissionStep extends Pick<StepOfList, 'label' | 'status'> {
  readonly step: 'record' | 'attach' | 'redeem' | 'pdf' | 'mail';
}

/** What happens after Submit, as far as it is known to have happened. `files` are those of the order, however far they are. */
export function submissionSteps(
  recorded: boolean,
  files: readonly FileOutcome[],
  submission: Submission | undefined,
): readonly SubmissionStep[] {
  const steps: SubmissionStep[] = [
    {
      step: 'record',
      label: recorded ? 'Order recorded' : 'Recording the order',
      status: recorded ? 'done' : 'current',
    },
  ];
  if (files.length > 0) steps.push(attaching(recorded, files));
  if (submission && submission.benefit !== 'none') steps.push(redeeming(submission.benefit));
  const pdf = submission?.pdf === true;
  steps.push({
    step: 'pdf',
    label: pdf ? 'Submission PDF made' : 'Making the submission PDF',
    status: pdf ? 'done' : recorded ? 'current' : 'waiting',
  });
  if (submission?.mailWithheld) {
    steps.push({
      step: 'mail',
      label: 'No e-mail sent: this address already got several within the hour. Please note the referral ID.',
      status: 'failed',
    });
  }
  return steps;
}

function attaching(recorded: boolean, files: readonly FileOutcome[]): SubmissionStep {
  const wanted = files.filter(({ attachment }) => attachment.status !== 'canceled');
  const sent = wanted.filter(({ attachment }) => attachment.status === 'sent').length;
  const total = wanted.length === 1 ? '1 file' : `${wanted.length} files`;
  const isOn = wanted.some(({ attachment }) => ['chosen', 'waiting', 'sending'].includes(attachment.status));
  if (!recorded) return { step: 'attach', label: `Attaching ${total}`, status: 'waiting' };
  // Counts the file that is being sent: "Attaching 2 of 3 files".
  if (isOn) return { step: 'attach', label: `Attaching ${sent + 1} of ${total}`, status: 'current' };
  if (wanted.length === 0) return { step: 'attach', label: 'No file attached', status: 'done' };
  const failed = failedFiles(files).length > 0;
  return {
    step: 'attach',
    label: failed ? `${wanted.length - failedFiles(files).length} of ${total} attached` : `${total} attached`,
    status: failed ? 'failed' : 'done',
  };
}

function redeeming(benefit: Exclude<Submission['benefit'], 'none'>): SubmissionStep {
  const step = 'redeem';
  switch (benefit) {
    case 'waiting':
      return { step, label: 'Redeeming the benefit', status: 'current' };
    case 'redeemed':
      return { step, label: 'Benefit redeemed', status: 'done' };
    case 'refused':
      return { step, label: 'Benefit not redeemed: nothing of this order will be delivered', status: 'failed' };
  }
}
