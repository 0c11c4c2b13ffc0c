import type { Submission, SubmissionDetail } from '@throughline/contracts';
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useId, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { latestRow, useLiveTopic } from '../../../live/use-live-topic.js';
import { consoleConfigAtom, signInOpenAtom, userAtom } from '../../../session/session.js';
import { ReferralId } from '../../../ui/referral-id.js';
import { StepList } from '../../../ui/step-list.js';
import { isUnderWay } from '../attachments/attachment-queue.js';
import { useOrderAttachments } from '../attachments/use-attachments.js';
import { submissionQuery } from '../queries.js';
import { SentFiles } from './submission-steps.js';
import { failedFiles, type FileOutcome, fileOutcomes, namesTaken, submissionSteps } from './submission-steps.js';
import type { OrderResultProps, WayOn } from './use-order-submission.js';

const WAY_ON: Readonly<Record<WayOn, string>> = {
  'try-again': 'You can try again: the order will not be recorded twice.',
  'sign-in': 'Log in, and you can try again: the order will not be recorded twice.',
  'look-up': 'Please look the member up again.',
  change: 'This order would be refused again as it is: please change what the message names, and submit again.',
};

const MAY_BE_SECOND = {
  unanswered:
    'An earlier order of this form got no answer, and this one would be a second. The earlier one may have been recorded: please look for it in your e-mail or your referrals before you submit this one as well.',
  'other-tab':
    'This order was submitted or discarded in another tab of this browser. If it was submitted, this one would be a second: please look for it in your e-mail or your referrals before you submit this one as well.',
} as const;

/**
 * Shows the outcome of an order step by step (ordering specification, section 4). It cannot be closed while a request or an upload is running.
 * Later steps continue without it.
 */
export function ResultDialog({ outcome, notEligible, onClose, ...ways }: OrderResultProps) {
  const { contactEmail } = useAtomValue(consoleConfigAtom);
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
          <Progress referralId={outcome.kind === 'recorded' ? outcome.referralId : null} notEligible={notEligible} />
        ) : null}
        {outcome?.kind === 'failed' ? (
          <>
            <Alert severity="error" sx={{ mb: 2 }}>
              We&apos;re sorry. There was an issue submitting your referral. If the issue persists, please reach out to{' '}
              {contactEmail}. {outcome.message}
            </Alert>
            <Typography>Nothing you typed is lost. {WAY_ON[outcome.wayOn]}</Typography>
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
  readonly notEligible: string | null;
}

function Progress({ referralId, notEligible }: ProgressProps) {
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
        <Verdict failed={failedFiles(outcomes)} />
      )}
      {submission?.benefit === 'refused' ? (
        <Alert severity="error" sx={{ mb: 3 }}>
          {notEligible}
        </Alert>
      ) : null}
      {referralId === null ? null : (
        <>
          <Typography variant="body2" color="textSecondary">
            Keep this referral ID. You need it to find the referral again.
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
}

/** The outcome in the specification's words (section 8). */
function Verdict({ failed }: VerdictProps) {
  const { contactEmail } = useAtomValue(consoleConfigAtom);
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

interface ActionsProps extends Pick<OrderResultProps, 'outcome' | 'onRetry' | 'onSendAnyway' | 'onClose'> {
  readonly busy: boolean;
}

function Actions({ outcome, busy, onRetry, onSendAnyway, onClose }: ActionsProps) {
  const openSignIn = useSetAtom(signInOpenAtom);
  const isSignedIn = useAtomValue(userAtom) !== null;
  const wayOn = outcome?.kind === 'failed' ? outcome.wayOn : null;
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
      <Button
        // Mounted again for each outcome, because autoFocus works only on mount.
        key={outcome?.kind}
        onClick={onClose}
        disabled={busy}
        autoFocus={outcome?.kind === 'no-items' || outcome?.kind === 'second' || wayOn === 'change'}
      >
        Close
      </Button>
      {outcome?.kind === 'second' ? (
        <Button variant="contained" onClick={onSendAnyway}>
          Submit anyway
        </Button>
      ) : null}
      {wayOn === 'sign-in' && !isSignedIn ? (
        <Button variant="contained" onClick={() => openSignIn(true)} autoFocus>
          Login
        </Button>
      ) : null}
      {wayOn === 'look-up' ? (
        <Button variant="contained" onClick={onClose} autoFocus>
          Look up again
        </Button>
      ) : null}
      {wayOn === 'try-again' || (wayOn === 'sign-in' && isSignedIn) ? (
        <Button variant="contained" onClick={onRetry} autoFocus>
          Try again
        </Button>
      ) : null}
    </DialogActions>
  );
}

/**
 * Gets the focus when it appears, and not again: each step that is sent live renders it again. React's `autoFocus` ignores links. Whoever is at
 * the controls of a file already stays there, because their Enter would leave the page.
 */
function OpenReferral({ id }: { readonly id: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const isAtControl = focused?.matches('a, button, input') && focused.closest('[role="dialog"]') !== null;
    if (!isAtControl) link.current?.focus();
  }, []);
  return (
    <Button variant="contained" component={Link} to={`/referral/${id}`} ref={link}>
      Open the referral
    </Button>
  );
}

/** The progress of the steps after an order: read once, then followed live. Undefined until it is known; null follows nothing. */
export function useLiveSubmission(referralId: string | null): SubmissionDetail | undefined {
  const query = useQuery({ ...submissionQuery(referralId ?? ''), enabled: referralId !== null });
  const snapshot = referralId === null ? undefined : query.data;
  const topic = useLiveTopic(referralId === null ? null : { name: 'submission', referralId }, query);
  const latest = latestRow<Submission>(topic);
  return useMemo(() => snapshot && { ...snapshot, ...latest }, [snapshot, latest]);
}
