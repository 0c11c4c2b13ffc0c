import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { signInOpenAtom, userAtom } from '../../../session/session.js';
import { ReferralId } from '../../../ui/referral-id.js';
import { StepList } from '../../../ui/step-list.js';
import { isUnderWay } from '../attachments/attachment-queue.js';
import { useOrderAttachments } from './attachments-context.js';
import { SentFiles } from './sent-files.js';
import { failedFiles, fileOutcomes, namesTaken, submissionSteps, type FileOutcome } from './submission-steps.js';
import { useLiveSubmission } from './use-live-submission.js';

export type Outcome =
  | { readonly kind: 'no-items'; readonly message: string }
  /** Not sent, as it may be a second one: of an earlier order of this form that got no answer, or of one sent in another tab. */
  | { readonly kind: 'second'; readonly of: 'unanswered' | 'other-tab' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'recorded'; readonly referralId: string }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly correlationId: string | null;
      readonly signInAgain: boolean;
      /** Its look-up no longer holds: the way on is another one. */
      readonly lookUpAgain: boolean;
    };

const MAY_BE_SECOND = {
  unanswered:
    'An earlier order of this form got no answer, and this one would be a second. The earlier one may have been recorded: please look for it in your e-mail or your referrals before you submit this one as well.',
  'other-tab':
    'This order was submitted or discarded in another tab of this browser. If it was submitted, this one would be a second: please look for it in your e-mail or your referrals before you submit this one as well.',
} as const;

interface ResultDialogProps {
  /** Null: closed. */
  readonly outcome: Outcome | null;
  readonly contactEmail: string;
  /** What is told who does not get the benefit of the form; null where it has none. */
  readonly notEligible: string | null;
  readonly onRetry: () => void;
  readonly onSendAnyway: () => void;
  readonly onClose: () => void;
}

/**
 * What becomes of the order, step by step, as the log tells it (ordering specification, section 4). It cannot be closed while an answer
 * is open or a file is on its way; what comes after that goes on without it.
 */
export function ResultDialog({ outcome, contactEmail, notEligible, onClose, ...ways }: ResultDialogProps) {
  const id = useId();
  const { files } = useOrderAttachments();
  const busy = outcome?.kind === 'sending' || (outcome?.kind === 'recorded' && isUnderWay(files));
  return (
    <Dialog open={outcome !== null} onClose={busy ? undefined : onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>Submit Referral</DialogTitle>
      <DialogContent aria-live="polite">
        {outcome?.kind === 'no-items' ? <Alert severity="error">{outcome.message}</Alert> : null}
        {outcome?.kind === 'second' ? <Alert severity="warning">{MAY_BE_SECOND[outcome.of]}</Alert> : null}
        {outcome?.kind === 'sending' || outcome?.kind === 'recorded' ? (
          <Progress
            referralId={outcome.kind === 'recorded' ? outcome.referralId : null}
            contactEmail={contactEmail}
            notEligible={notEligible}
          />
        ) : null}
        {outcome?.kind === 'failed' ? (
          <>
            <Alert severity="error" sx={{ mb: 2 }}>
              We&apos;re sorry. There was an issue submitting your referral. If the issue persists, please reach out to{' '}
              {contactEmail}. {outcome.message}
            </Alert>
            <Typography>Nothing you typed is lost. You can try again: the order will not be recorded twice.</Typography>
            {outcome.correlationId ? (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                Reference for support: {outcome.correlationId}
              </Typography>
            ) : null}
          </>
        ) : null}
      </DialogContent>
      <Actions outcome={outcome} busy={busy} onClose={onClose} {...ways} />
    </Dialog>
  );
}

interface ProgressProps {
  /** Null until the order is recorded. */
  readonly referralId: string | null;
  readonly contactEmail: string;
  readonly notEligible: string | null;
}

function Progress({ referralId, contactEmail, notEligible }: ProgressProps) {
  const { files, queue, replace } = useOrderAttachments();
  const submission = useLiveSubmission(referralId);
  const outcomes = fileOutcomes(files, submission);
  const steps = submissionSteps(referralId !== null, outcomes, submission).map((shown) =>
    shown.step === 'attach' && referralId !== null
      ? {
          ...shown,
          children: (
            <SentFiles
              files={outcomes}
              onCancel={(key) => queue.cancel(key)}
              onRetry={(key) => queue.retry(key)}
              onReplace={(key, by) => replace(key, by, namesTaken(outcomes))}
            />
          ),
        }
      : shown,
  );
  return (
    <>
      {referralId === null || isUnderWay(files) || submission?.benefit === 'refused' ? null : (
        <Verdict failed={failedFiles(outcomes)} contactEmail={contactEmail} />
      )}
      {submission?.benefit === 'refused' ? (
        <Alert severity="error" sx={{ mb: 3 }}>
          {notEligible}
        </Alert>
      ) : null}
      {referralId === null ? null : (
        <>
          <Typography variant="body2" color="textSecondary">
            Referral ID: keep it, it is how the referral is found again.
          </Typography>
          <Typography component="div" variant="h2" sx={{ mt: 0.5, mb: 3 }}>
            <ReferralId id={referralId} to={`/referral/${referralId}`} />
          </Typography>
        </>
      )}
      <StepList label="Progress of the submission" steps={steps} />
    </>
  );
}

interface VerdictProps {
  readonly failed: readonly FileOutcome[];
  readonly contactEmail: string;
}

/** The outcome in the specification's words (section 8). */
function Verdict({ failed, contactEmail }: VerdictProps) {
  if (failed.length === 0) {
    return (
      <Alert severity="success" sx={{ mb: 3 }}>
        Your referral has been submitted.
      </Alert>
    );
  }
  return (
    <Alert severity="warning" sx={{ mb: 3 }}>
      We&apos;re sorry. The referral was created but there was an issue uploading one of the attachments. If the issue
      persists, please reach out to {contactEmail}.
      <div>Failed to upload files: {failed.map(({ attachment }) => attachment.file.name).join(', ')}</div>
    </Alert>
  );
}

interface ActionsProps extends Pick<ResultDialogProps, 'outcome' | 'onRetry' | 'onSendAnyway' | 'onClose'> {
  readonly busy: boolean;
}

function Actions({ outcome, busy, onRetry, onSendAnyway, onClose }: ActionsProps) {
  const openSignIn = useSetAtom(signInOpenAtom);
  const isSignedIn = useAtomValue(userAtom) !== null;
  if (outcome?.kind === 'recorded' && !busy) {
    return (
      <DialogActions>
        <Button onClick={onClose}>Submit another referral</Button>
        <OpenReferral id={outcome.referralId} />
      </DialogActions>
    );
  }
  return (
    <DialogActions>
      <Button onClick={onClose} disabled={busy} autoFocus={outcome?.kind === 'no-items' || outcome?.kind === 'second'}>
        Close
      </Button>
      {outcome?.kind === 'second' ? (
        <Button variant="contained" onClick={onSendAnyway}>
          Submit anyway
        </Button>
      ) : null}
      {outcome?.kind === 'failed' && outcome.signInAgain && !isSignedIn ? (
        <Button variant="contained" onClick={() => openSignIn(true)} autoFocus>
          Login
        </Button>
      ) : null}
      {outcome?.kind === 'failed' && outcome.lookUpAgain ? (
        <Button variant="contained" onClick={onClose} autoFocus>
          Look up again
        </Button>
      ) : null}
      {outcome?.kind === 'failed' && !outcome.lookUpAgain && (isSignedIn || !outcome.signInAgain) ? (
        <Button variant="contained" onClick={onRetry} autoFocus>
          Try again
        </Button>
      ) : null}
    </DialogActions>
  );
}

/** Has the focus when it appears, and not again: each step that is told live renders it anew. React's `autoFocus` passes links over. */
function OpenReferral({ id }: { readonly id: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <Button variant="contained" component={Link} to={`/referral/${id}`} ref={link}>
      Open the referral
    </Button>
  );
}
