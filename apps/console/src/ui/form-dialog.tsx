import {
  Alert,
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material';
import { type ReactNode, useId, useRef, useState } from 'react';
import { DialogForm } from './dialog-form.js';
import { ErrorState } from './error-state.js';

interface FormDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly about?: ReactNode;
  /** Of the button that does it: a verb. */
  readonly submitLabel: string;
  readonly submitColor?: ButtonProps['color'];
  readonly submitDisabled?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The answer is awaited: nothing can be sent or closed. */
  readonly busy?: boolean;
  /** Something was typed that closing would lose, so closing asks first. */
  readonly dirty?: boolean;
  /** The submit failed: shown inside. Null and undefined: it did not. */
  readonly error?: unknown;
  readonly errorTitle?: string;
  readonly children?: ReactNode;
}

/** A short, closed question. Focus is kept inside and given back; Escape asks before typed text is lost. */
export function FormDialog(props: FormDialogProps) {
  const { open, title, about, onSubmit, onClose, busy = false, dirty = false, error, errorTitle, children } = props;
  const id = useId();
  const [asking, setAsking] = useState(false);
  const typedIn = useRef<Element | null>(null);
  const keepEditing = () => {
    setAsking(false);
    // A button that the question took the place of is not there to go back to.
    const form = document.getElementById(id)?.closest('form');
    const before = typedIn.current?.isConnected ? typedIn.current : form?.querySelector('input, select, textarea');
    if (before instanceof HTMLElement) before.focus();
  };
  const close = () => {
    if (busy) return;
    if (!dirty) return onClose();
    typedIn.current = document.activeElement;
    setAsking(true);
  };
  return (
    // A second Escape answers the question with "no": a key that is held down loses nothing.
    <Dialog open={open} onClose={asking ? keepEditing : close} aria-labelledby={id}>
      <DialogForm onSubmit={() => busy || onSubmit()}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          {about ? (
            <Typography color="textSecondary" component="div" sx={{ mb: 2 }}>
              {about}
            </Typography>
          ) : null}
          {error === null || error === undefined ? null : (
            <ErrorState title={errorTitle ?? 'That did not work'} error={error} />
          )}
          {children}
          {asking ? (
            <Alert severity="warning" role="alert" sx={{ mt: 2 }}>
              Close without sending? What you typed is lost.
            </Alert>
          ) : null}
        </DialogContent>
        {asking ? (
          <DialogActions>
            <Button onClick={onClose}>Discard</Button>
            <Button variant="contained" autoFocus onClick={keepEditing}>
              Keep editing
            </Button>
          </DialogActions>
        ) : (
          <Actions {...props} onClose={close} />
        )}
      </DialogForm>
    </Dialog>
  );
}

function Actions({
  submitLabel,
  submitColor = 'primary',
  submitDisabled = false,
  busy = false,
  onClose,
}: FormDialogProps) {
  return (
    <DialogActions>
      <Button onClick={onClose} disabled={busy}>
        Cancel
      </Button>
      <Button type="submit" variant="contained" color={submitColor} loading={busy} disabled={submitDisabled}>
        {submitLabel}
      </Button>
    </DialogActions>
  );
}
