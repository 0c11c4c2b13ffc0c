import type { AttachedFile, Submission } from '@throughline/contracts';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { FileName } from '../../../ui/words/file-name.js';
import type { StepOfList } from '../../../ui/steps/step-list.js';
import { ReplaceFile, SendingBar } from '../attachments/file-controls.js';
import type { Attachment } from '../attachments/attachment-queue.js';
import english from '../../../../texts/en/order-result.json' with { type: 'json' };
import { type Translate, textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('order-result', english);

interface SentFilesProps extends Omit<SentFileProps, 'file'> {
  readonly files: readonly FileOutcome[];
}

export function SentFiles({ files, ...controls }: SentFilesProps) {
  const t = useTexts();
  return (
    <Box component="ul" aria-label={t('files')} sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
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
  /** Resolves with the reason why the other file cannot replace it; null if it can. */
  readonly onReplace: (key: string, by: File) => Promise<string | null>;
}

function SentFile({ file, onReplace, ...controls }: SentFileProps) {
  const t = useTexts();
  const words = useWords();
  const { key, status, file: sent } = file.attachment;
  const [refused, setRefused] = useState<{ readonly name: string; readonly fault: string } | null>(null);
  const replace = async (by: File) => {
    const fault = await onReplace(key, by);
    setRefused(fault === null ? null : { name: by.name, fault });
  };
  return (
    <Box component="li" sx={{ mb: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 1 }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <FileName name={sent.name} />
          <Typography variant="body2" color={hasFailed(file) ? 'error' : 'textSecondary'}>
            {outcomeInWords(file, t, words)}
          </Typography>
          {refused === null ? null : (
            <Typography variant="body2" color="error">
              {refused.name}: {words(refused.fault)}
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

/**
 * The controls of a file by its state. A refused file would be refused again, so it can only be replaced. A file that failed during the
 * upload can be retried or replaced.
 */
function Controls({ file, onCancel, onRetry, onReplace }: ControlsProps) {
  const t = useTexts();
  const { key, status, canBeSentAgain, file: sent } = file.attachment;
  if (status === 'waiting' || status === 'sending') {
    return (
      <Button size="small" aria-label={t('cancelFile', { name: sent.name })} onClick={() => onCancel(key)}>
        {t('cancel')}
      </Button>
    );
  }
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      {canBeSentAgain || status === 'canceled' ? (
        <Button
          size="small"
          variant="outlined"
          aria-label={t('retryFile', { name: sent.name })}
          onClick={() => onRetry(key)}
        >
          {t('retry')}
        </Button>
      ) : null}
      {hasFailed(file) ? (
        <ReplaceFile verb={status === 'missing' ? 'choose' : 'replace'} name={sent.name} onReplace={onReplace} />
      ) : null}
    </Box>
  );
}

function outcomeInWords(
  { attachment: { status, message }, check }: FileOutcome,
  t: Translate<Text>,
  words: (english: string) => string,
): string {
  switch (status) {
    case 'chosen':
    case 'waiting':
      return t('waiting');
    case 'sending':
      return t('sending');
    case 'canceled':
      return t('canceled');
    case 'missing':
      return t('missing');
    case 'failed':
      return message === null ? t('notSent') : words(message);
    case 'sent':
      if (check?.check === 'accepted') return t('attached');
      if (check?.check !== 'refused') return t('beingChecked');
      return [check.message === null ? t('refused') : words(check.message), check.link].join(' ').trim();
  }
}

export interface FileOutcome {
  readonly attachment: Attachment;
  /** Null until the file is uploaded and checked. */
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

/** Whether the file was attached to the order but was not uploaded, or was refused. */
export const hasFailed = ({ attachment, check }: FileOutcome): boolean =>
  attachment.status === 'failed' || attachment.status === 'missing' || check?.check === 'refused';

export const failedFiles = (files: readonly FileOutcome[]): readonly FileOutcome[] => files.filter(hasFailed);

/** Names that another file of the order may not have. The name of a failed file can be used again. */
export const namesTaken = (files: readonly FileOutcome[]): readonly string[] =>
  files.filter((file) => !hasFailed(file)).map(({ attachment }) => attachment.file.name);

type Text = keyof typeof english;

export interface SubmissionStep extends Pick<StepOfList, 'status'> {
  readonly step: 'record' | 'attach' | 'redeem' | 'pdf' | 'mail';
  readonly text: Text;
  readonly values?: Readonly<Record<string, number>>;
}

/** The steps after Submit with their present state. `files`: all files of the order, whatever their state. */
export function submissionSteps(
  recorded: boolean,
  files: readonly FileOutcome[],
  submission: Submission | undefined,
): readonly SubmissionStep[] {
  const steps: SubmissionStep[] = [
    {
      step: 'record',
      text: recorded ? 'recorded' : 'recording',
      status: recorded ? 'done' : 'current',
    },
  ];
  if (files.length > 0) steps.push(attaching(recorded, files));
  if (submission && submission.benefit !== 'none') steps.push(redeeming(submission.benefit));
  const pdf = submission?.pdf === true;
  steps.push({
    step: 'pdf',
    text: pdf ? 'pdfMade' : 'makingPdf',
    status: pdf ? 'done' : recorded ? 'current' : 'waiting',
  });
  if (submission?.mailWithheld) {
    steps.push({
      step: 'mail',
      text: 'noMail',
      status: 'failed',
    });
  }
  return steps;
}

function attaching(recorded: boolean, files: readonly FileOutcome[]): SubmissionStep {
  const wanted = files.filter(({ attachment }) => attachment.status !== 'canceled');
  const sent = wanted.filter(({ attachment }) => attachment.status === 'sent').length;
  const count = wanted.length;
  const isOn = wanted.some(({ attachment }) => ['chosen', 'waiting', 'sending'].includes(attachment.status));
  if (!recorded) return { step: 'attach', text: 'attachingAll', values: { count }, status: 'waiting' };
  // The number includes the file that is being uploaded: "Attaching 2 of 3 files".
  if (isOn) return { step: 'attach', text: 'attaching', values: { number: sent + 1, count }, status: 'current' };
  if (count === 0) return { step: 'attach', text: 'noFile', status: 'done' };
  const failed = failedFiles(files).length;
  return failed > 0
    ? { step: 'attach', text: 'someAttached', values: { number: count - failed, count }, status: 'failed' }
    : { step: 'attach', text: 'allAttached', values: { count }, status: 'done' };
}

function redeeming(benefit: Exclude<Submission['benefit'], 'none'>): SubmissionStep {
  const step = 'redeem';
  switch (benefit) {
    case 'waiting':
      return { step, text: 'redeeming', status: 'current' };
    case 'redeemed':
      return { step, text: 'redeemed', status: 'done' };
    case 'refused':
      return { step, text: 'notRedeemed', status: 'failed' };
  }
}
