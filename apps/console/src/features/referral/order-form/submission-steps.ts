import type { AttachedFile, Submission } from '@throughline/contracts';
import type { StepOfList } from '../../../ui/step-list.js';
import type { Attachment } from '../attachments/attachment-queue.js';

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
