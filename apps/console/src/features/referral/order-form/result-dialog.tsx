import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material';
import { useSetAtom } from 'jotai';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { signInOpenAtom } from '../../../session/session.js';
import { ReferralId } from '../../../ui/referral-id.js';

export type Outcome =
  | { readonly kind: 'no-items'; readonly message: string }
  | { readonly kind: 'sending' }
  | { readonly kind: 'recorded'; readonly referralId: string }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly correlationId: string | null;
      readonly signInAgain: boolean;
    };

/** React's `autoFocus` passes links over. */
const focusAtOnce = (link: HTMLAnchorElement | null) => link?.focus();

interface ResultDialogProps {
  /** Null: closed. */
  readonly outcome: Outcome | null;
  readonly contactEmail: string;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** What became of the order (ordering specification, section 4). It cannot be closed while the answer is open. */
export function ResultDialog({ outcome, contactEmail, onRetry, onClose }: ResultDialogProps) {
  const id = useId();
  const openSignIn = useSetAtom(signInOpenAtom);
  const sending = outcome?.kind === 'sending';
  return (
    <Dialog
      open={outcome !== null}
      onClose={sending ? undefined : onClose}
      aria-labelledby={id}
      fullWidth
      maxWidth="sm"
    >
      <DialogTitle id={id}>Submit Referral</DialogTitle>
      <DialogContent aria-live="polite">
        {outcome?.kind === 'no-items' ? <Alert severity="error">{outcome.message}</Alert> : null}
        {outcome?.kind === 'sending' ? (
          <>
            <Typography sx={{ mb: 2 }}>Recording your order…</Typography>
            <LinearProgress aria-label="Recording your order" />
          </>
        ) : null}
        {outcome?.kind === 'recorded' ? (
          <>
            <Alert severity="success" sx={{ mb: 3 }}>
              Your referral has been submitted.
            </Alert>
            <Typography variant="body2" color="textSecondary">
              Referral ID: keep it, it is how the referral is found again.
            </Typography>
            <Typography component="div" variant="h2" sx={{ my: 1 }}>
              <ReferralId id={outcome.referralId} />
            </Typography>
            <Typography variant="body2" color="textSecondary">
              The submission PDF is being made and will appear under Files.
            </Typography>
          </>
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
      <DialogActions>
        {outcome?.kind === 'recorded' ? (
          <>
            <Button onClick={onClose}>Submit another referral</Button>
            <Button variant="contained" component={Link} to={`/referral/${outcome.referralId}`} ref={focusAtOnce}>
              Open the referral
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose} disabled={sending} autoFocus={outcome?.kind === 'no-items'}>
              Close
            </Button>
            {outcome?.kind === 'failed' && outcome.signInAgain ? (
              <Button variant="outlined" onClick={() => openSignIn(true)}>
                Login
              </Button>
            ) : null}
            {outcome?.kind === 'failed' ? (
              <Button variant="contained" onClick={onRetry} autoFocus>
                Try again
              </Button>
            ) : null}
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
