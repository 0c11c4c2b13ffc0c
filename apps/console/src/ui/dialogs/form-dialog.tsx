import {
  Alert,
  Box,
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material';
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isChangedSince, isInDoubt, NotSent } from '../../api/api-error.js';
import { beginAtFirstField, FOCUS_SEEN, revealWrongField, showRefusal } from './dialog-focus.js';
import { ErrorState } from '../page/error-state.js';
import { SubmitLabel } from './submit-label.js';
import { Unchangeable } from '../fields/unchangeable.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf, useLanguage } from '../../language/language.js';

const useTexts = textsOf('ui', english);

interface FormDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly about?: ReactNode;
  /** Label of the submit button: a verb. */
  readonly submitLabel: string;
  readonly submitColor?: ButtonProps['color'];
  readonly submitDisabled?: boolean;
  /** Nothing is left to cancel, so the other button is labelled Close. */
  readonly done?: boolean;
  readonly onSubmit: () => unknown;
  readonly onClose: () => void;
  /** Closes the dialog while its request is running, whose result is announced later. Absent: it cannot be closed then. */
  readonly onLeave?: () => void;
  /** A request is running. The dialog can then not be submitted, and not be changed or closed unless it is `cancelable`. */
  readonly busy?: boolean;
  /** What is typed while the request is running stays: the dialog is then not closed by the answer. */
  readonly changeable?: boolean;
  /** Closing cancels the running request without a question, because no input is lost. */
  readonly cancelable?: boolean;
  /** Closing would lose input, so the dialog asks first. */
  readonly dirty?: boolean;
  /** Error of the submit, shown in the dialog. Null or undefined if there is none. */
  readonly error?: unknown;
  readonly errorTitle?: string;
  /** Advice on the error, or the effect of sending again. */
  readonly errorAdvice?: string | undefined;
  readonly maxWidth?: 'xs' | 'sm';
  /** The dialog replaces another one, so it opens without a transition. */
  readonly instant?: boolean;
  readonly children?: ReactNode;
}

/** What is asked before a dialog is closed: whose request is running, may have been carried out, or was not sent. */
const QUESTIONS = {
  sent: { ask: 'askLeave', close: 'close', stay: 'keepOpen' },
  unknown: { ask: 'askUnknown', close: 'close', stay: 'keepOpen' },
  typed: { ask: 'askClose', close: 'discard', stay: 'keepEditing' },
} as const;

/** A dialog with a form. It traps the focus and returns it. Escape asks before input is lost. */
export function FormDialog(props: FormDialogProps) {
  const t = useTexts();
  const { open, title, about, onSubmit, onClose, busy = false, dirty = false, error, errorTitle, children } = props;
  const { onLeave } = props;
  const { maxWidth = 'sm', instant = false, cancelable = false, changeable = false, submitLabel, errorAdvice } = props;
  const id = useId();
  const isSent = busy && !cancelable;
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null);
  const question = isSent ? 'sent' : isInDoubt(error) ? 'unknown' : 'typed';
  // An answer settles the question whether to wait for it.
  const asking = asked === question;
  const words = QUESTIONS[question];
  const typedIn = useRef<Element | null>(null);
  const refusal = useRef<HTMLDivElement>(null);
  const isSubmitted = useRef(false);
  useEffect(() => {
    if (!error || !isSubmitted.current) return;
    isSubmitted.current = false;
    if (!revealWrongField(refusal.current?.closest('form'))) showRefusal(refusal.current);
  }, [error]);
  const submit = () => {
    if (busy) return;
    isSubmitted.current = true;
    return onSubmit();
  };
  const keepEditing = () => {
    setAsked(null);
    // The question may have replaced the focused button.
    const form = document.getElementById(id)?.closest('form');
    const before = typedIn.current?.isConnected ? typedIn.current : form?.querySelector('input, select, textarea');
    if (before instanceof HTMLElement) before.focus();
  };
  const close = () => {
    if (isSent && !onLeave) return;
    if (!isSent && (busy || !dirty)) return onClose();
    typedIn.current = document.activeElement;
    setAsked(question);
  };
  return (
    // A second Escape means "keep editing", so that holding the key down loses nothing.
    <Dialog
      open={open}
      onClose={asking ? keepEditing : close}
      // The dialog is rendered outside the page, whose language does not apply to it.
      lang={useLanguage()}
      aria-labelledby={id}
      maxWidth={maxWidth}
      {...(instant && { transitionDuration: 0 })}
    >
      <DialogForm onSubmit={submit}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={FOCUS_SEEN}>
          {about ? (
            <Typography color="textSecondary" component="div" sx={{ mb: 2 }}>
              {about}
            </Typography>
          ) : null}
          {error === null || error === undefined ? null : (
            <Box ref={refusal} tabIndex={-1} data-message sx={{ mb: 2 }}>
              <ErrorState
                title={
                  isInDoubt(error)
                    ? t('mayNotBeDone')
                    : isChangedSince(error)
                      ? t('changedSince')
                      : error instanceof NotSent
                        ? t('notSent')
                        : (errorTitle ?? t('didNotWork'))
                }
                error={error}
              >
                {errorAdvice}
              </ErrorState>
            </Box>
          )}
          <SubmitLabel value={submitLabel}>
            <Unchangeable when={isSent && !changeable}>{children}</Unchangeable>
          </SubmitLabel>
          {asking ? (
            <Alert severity="warning" role="alert" sx={{ mt: 2 }}>
              {t(words.ask)}
            </Alert>
          ) : null}
        </DialogContent>
        {asking ? (
          <DialogActions>
            <Button onClick={isSent ? onLeave : onClose}>{t(words.close)}</Button>
            <Button variant="contained" autoFocus onClick={keepEditing}>
              {t(words.stay)}
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
  done = false,
  busy = false,
  cancelable = false,
  onClose,
  onLeave,
}: FormDialogProps) {
  const t = useTexts();
  const isSent = busy && !cancelable;
  return (
    <DialogActions>
      <Button onClick={onClose} disabled={isSent && !onLeave}>
        {t(done || (isSent && onLeave) ? 'close' : 'cancel')}
      </Button>
      <Button type="submit" variant="contained" color={submitColor} loading={busy} disabled={submitDisabled}>
        {submitLabel}
      </Button>
    </DialogActions>
  );
}

/**
 * Gives a button the focus at the click and not at the press. Losing the focus validates a field, which shows or removes its error and
 * moves the button; the click would then end outside it.
 */
function useFocusByClick() {
  const pressed = useRef<Element | null>(null);
  const buttonOf = ({ target }: MouseEvent) => (target instanceof Element ? target.closest('button') : null);
  return {
    onMouseDown: (event: MouseEvent) => {
      // A button that must not take the focus, such as one in an editor's toolbar, has already prevented the default.
      pressed.current = event.defaultPrevented ? null : buttonOf(event);
      if (pressed.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const button = buttonOf(event);
      if (button && button === pressed.current) button.focus({ preventScroll: true, focusVisible: false });
      pressed.current = null;
    },
  };
}

interface DialogFormProps {
  readonly onSubmit: () => unknown;
  readonly children: ReactNode;
}

/** Makes the parts of a dialog one form, so that Enter submits it. A surrounding form of the page is not submitted. */
export function DialogForm({ onSubmit, children }: DialogFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const submitted = event.currentTarget;
    // Errors are not rendered earlier.
    void Promise.resolve(onSubmit()).then(() => requestAnimationFrame(() => revealWrongField(submitted)));
  };
  const focusedByClick = useFocusByClick();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => beginAtFirstField(form.current), []);
  return (
    <Box
      component="form"
      ref={form}
      noValidate
      onSubmit={submit}
      {...focusedByClick}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
    >
      {children}
    </Box>
  );
}
