import type { SubmissionDetail } from '@throughline/contracts';
import { pathTo } from '@throughline/domain';
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { consoleConfigAtom, signInOpenAtom, userAtom } from '../../../session/session.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { StepList } from '../../../ui/steps/step-list.js';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';
import { isUnderWay } from '../attachments/attachment-queue.js';
import { useOrderAttachments } from '../attachments/use-attachments.js';
import { useLiveSubmission } from './use-live-submission.js';
import { SentFiles } from './submission-steps.js';
import { failedFiles, type FileOutcome, fileOutcomes, namesTaken, submissionSteps } from './submission-steps.js';
import { LeaveQuestion } from './unattached-files.js';
import type { OrderResultProps } from './use-order-submission.js';
import english from '../../../../texts/en/order-result.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('order-result', english);

/**
 * Shows the outcome of an order step by step (ordering specification, section 4). It cannot be closed while a request or an upload is running.
 * Later steps continue without it.
 */
export function ResultDialog({ outcome, notEligible, onClose: close, ...ways }: OrderResultProps) {
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  const words = useWords();
  const id = useId();
  const { files, setUnattached } = useOrderAttachments();
  const referralId = outcome?.kind === 'recorded' ? outcome.referralId : null;
  const submission = useLiveSubmission(referralId);
  const failed = failedFiles(fileOutcomes(files, submission));
  const names = failed.map(({ attachment }) => attachment.file.name);
  const onClose = () => {
    // A second Escape means "keep open", as in other dialogs.
    if (referralId !== null && failed.length > 0) return setAsking(!asking);
    if (referralId !== null) setUnattached(null);
    close();
  };
  const leave = () => {
    setAsking(false);
    setUnattached(referralId === null ? null : { referralId, names });
    close();
  };
  const asks = asking && failed.length > 0;
  const busy = outcome?.kind === 'sending' || (outcome?.kind === 'recorded' && isUnderWay(files));
  return (
    <Dialog open={outcome !== null} onClose={busy ? undefined : onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t('title')}</DialogTitle>
      <DialogContent aria-live="polite">
        {outcome?.kind === 'no-items' ? (
          <Alert severity="error">
            <div>{words(outcome.message)}</div>
            {outcome.others > 0 ? <div>{t('othersToFix', { count: outcome.others })}</div> : null}
          </Alert>
        ) : null}
        {outcome?.kind === 'duplicate' ? (
          <Alert severity="warning">
            {outcome.of === 'unanswered' ? t('unanswered') : null}
            {outcome.of === 'other-tab' ? t('other-tab') : null}
            {outcome.of === 'same-order' ? t('same-order', { minutes: outcome.sent.minutesAgo }) : null}
          </Alert>
        ) : null}
        {outcome?.kind === 'sending' || outcome?.kind === 'recorded' ? (
          <Progress referralId={referralId} submission={submission} notEligible={notEligible} />
        ) : null}
        {outcome?.kind === 'failed' ? (
          <>
            <Alert severity="error" sx={{ mb: 2 }}>
              {t('failed', { email: contactEmail, message: words(outcome.message) })}
            </Alert>
            <Typography>
              {t('nothingLost')} {t(outcome.remedy)}
            </Typography>
            {outcome.correlationId ? (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                {t('reference', { id: outcome.correlationId })}
              </Typography>
            ) : null}
          </>
        ) : null}
      </DialogContent>
      {asks ? (
        <DialogActions sx={{ flexWrap: 'wrap' }}>
          <LeaveQuestion names={names} />
          <Button onClick={leave}>{t('leave')}</Button>
          <Button variant="contained" autoFocus onClick={() => setAsking(false)}>
            {t('stay')}
          </Button>
        </DialogActions>
      ) : (
        <Actions outcome={outcome} busy={busy} onClose={onClose} {...ways} />
      )}
    </Dialog>
  );
}

interface ProgressProps {
  readonly referralId: string | null;
  readonly submission: SubmissionDetail | undefined;
  readonly notEligible: string | null;
}

function Progress({ referralId, submission, notEligible }: ProgressProps) {
  const t = useTexts();
  const words = useWords();
  const { files, queue, replace } = useOrderAttachments();
  const outcomes = fileOutcomes(files, submission);
  const steps = submissionSteps(referralId !== null, outcomes, submission).map(({ step, status, text, values }) => ({
    step,
    status,
    label: t(text, values),
    ...(step === 'attach' &&
      referralId !== null && {
        children: (
          <SentFiles
            files={outcomes}
            onCancel={(key) => queue.cancel(key)}
            onRetry={(key) => queue.retry(key)}
            onReplace={(key, by) => replace(key, by, namesTaken(outcomes))}
          />
        ),
      }),
  }));
  return (
    <>
      {referralId === null || isUnderWay(files) || submission?.benefit === 'refused' ? null : (
        <Verdict failed={failedFiles(outcomes)} />
      )}
      {submission?.benefit === 'refused' ? (
        <Alert severity="error" sx={{ mb: 3 }}>
          {notEligible === null ? null : words(notEligible)}
        </Alert>
      ) : null}
      {referralId === null ? null : (
        <>
          <Typography variant="body2" color="textSecondary">
            {t('keepId')}
          </Typography>
          <Typography component="div" variant="h2" sx={{ mt: 0.5, mb: 3 }}>
            <ReferralId id={referralId} to={pathTo.referral(referralId)} />
          </Typography>
        </>
      )}
      <StepList label={t('progress')} steps={steps} />
    </>
  );
}

/** The outcome in the specification's words (section 8). */
function Verdict({ failed }: { readonly failed: readonly FileOutcome[] }) {
  const t = useTexts();
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  if (failed.length === 0) {
    return (
      <Alert severity="success" sx={{ mb: 3 }}>
        {t('submitted')}
      </Alert>
    );
  }
  return (
    <Alert severity="warning" sx={{ mb: 3 }}>
      {t('filesFailed', { email: contactEmail })}
      <div>{t('failedFiles', { names: failed.map(({ attachment }) => attachment.file.name).join(', ') })}</div>
    </Alert>
  );
}

interface ActionsProps extends Pick<OrderResultProps, 'outcome' | 'onRetry' | 'onSendAnyway' | 'onClose'> {
  readonly busy: boolean;
}

function Actions({ outcome, busy, onRetry, onSendAnyway, onClose }: ActionsProps) {
  const t = useTexts();
  const openSignIn = useSetAtom(signInOpenAtom);
  const isSignedIn = useAtomValue(userAtom) !== null;
  const remedy = outcome?.kind === 'failed' ? outcome.remedy : null;
  if (outcome?.kind === 'recorded' && !busy) {
    return (
      <DialogActions>
        <Button onClick={onClose}>{t('another')}</Button>
        <OpenReferral id={outcome.referralId} />
      </DialogActions>
    );
  }
  return (
    <DialogActions>
      <Button
        // The key mounts the button again for each outcome, because autoFocus works only on mount.
        key={outcome?.kind}
        onClick={onClose}
        disabled={busy}
        autoFocus={outcome?.kind === 'no-items' || outcome?.kind === 'duplicate' || remedy === 'change'}
      >
        {t('close')}
      </Button>
      {outcome?.kind === 'duplicate' && outcome.sent !== null ? (
        // The link opens a new tab, because the page still holds the typed order.
        <Button component={Link} to={pathTo.referral(outcome.sent.referralId)} target="_blank" rel="noopener">
          {t('openSame')}
          <VisuallyHidden>{t('newTab')}</VisuallyHidden>
        </Button>
      ) : null}
      {outcome?.kind === 'duplicate' ? (
        <Button variant="contained" onClick={onSendAnyway}>
          {t(outcome.of === 'same-order' ? 'sendSame' : 'submitAnyway')}
        </Button>
      ) : null}
      {remedy === 'sign-in' && !isSignedIn ? (
        <Button variant="contained" onClick={() => openSignIn(true)} autoFocus>
          {t('login')}
        </Button>
      ) : null}
      {remedy === 'look-up' ? (
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('lookUpAgain')}
        </Button>
      ) : null}
      {remedy === 'try-again' || (remedy === 'sign-in' && isSignedIn) ? (
        <Button variant="contained" onClick={onRetry} autoFocus>
          {t('tryAgain')}
        </Button>
      ) : null}
    </DialogActions>
  );
}

/**
 * Moves the focus to itself when it is mounted, and not when a live change renders it again. React's `autoFocus` ignores links. If a
 * control in the dialog has the focus, it stays there: otherwise Enter, meant for a file's control, would leave the page.
 */
function OpenReferral({ id }: { readonly id: string }) {
  const t = useTexts();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const isAtControl = focused?.matches('a, button, input') && focused.closest('[role="dialog"]') !== null;
    if (!isAtControl) link.current?.focus();
  }, []);
  return (
    <Button variant="contained" component={Link} to={pathTo.referral(id)} ref={link}>
      {t('open')}
    </Button>
  );
}
