import { Alert, Button, Snackbar } from '@mui/material';
import { atom, getDefaultStore, useAtomValue, useSetAtom } from 'jotai';
import { WordsWithIds } from './referral-digits.js';
import { VisuallyHidden } from './visually-hidden.js';

/** Announcements that come within this time are spoken together. */
const ANNOUNCE_DELAY_MS = 400;
const TOAST_DURATION_MS = 6000;

interface Toast {
  /** Tells two equal toasts apart. */
  readonly id: number;
  readonly message: string;
  readonly severity: 'success' | 'info' | 'error';
  readonly action?: ToastAction;
  /** It is no answer to what the person did. */
  readonly isNews?: true;
}

/** A button in the toast: a shortcut, which the page offers elsewhere as well. */
interface ToastAction {
  readonly label: string;
  readonly onAct: () => void;
}

const spokenAtom = atom('');
const toastAtom = atom<Toast | null>(null);
const store = getDefaultStore();

/** Messages that wait to be spoken together. */
const queuedAtom = atom<readonly string[]>([]);

/** Announces a message to screen readers, politely. Messages in quick succession are spoken together. */
export function announce(message: string): void {
  const queued = store.get(queuedAtom);
  if (!queued.includes(message)) store.set(queuedAtom, [...queued, message]);
  if (queued.length === 0) setTimeout(speak, ANNOUNCE_DELAY_MS);
}

function speak(): void {
  const spoken = store.get(queuedAtom).join('. ');
  // A live region is read only when it changes: the second of two equal announcements gets a space that is not heard.
  store.set(spokenAtom, (before) => (before === spoken ? `${spoken}\u00a0` : spoken));
  store.set(queuedAtom, []);
}

/** Shows a short message at the foot of the page and announces it. Only for what needs no action: it disappears by itself. */
export function toast(message: string, severity: Toast['severity'] = 'success', action?: ToastAction): void {
  store.set(toastAtom, (before) => ({ id: (before?.id ?? 0) + 1, message, severity, ...(action && { action }) }));
  announce(message);
}

/** The same for what the person did not cause: it never takes the place of an answer, and is then only spoken. */
export function toastNews(message: string, action: ToastAction): void {
  store.set(toastAtom, (before) =>
    before === null || before.isNews
      ? { id: (before?.id ?? 0) + 1, message, severity: 'info', action, isNews: true }
      : before,
  );
  announce(message);
}

/** The polite live region and the toasts. Rendered once, in the shell. */
export function Announcer() {
  const spoken = useAtomValue(spokenAtom);
  const shown = useAtomValue(toastAtom);
  const setToast = useSetAtom(toastAtom);
  return (
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {spoken}
      </VisuallyHidden>
      <Snackbar
        key={shown?.id}
        open={shown !== null}
        autoHideDuration={TOAST_DURATION_MS}
        onClose={(_event, reason) => reason !== 'clickaway' && setToast(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      >
        <Alert
          severity={shown?.severity ?? 'info'}
          role="presentation"
          elevation={8}
          {...(shown?.action
            ? {
                action: (
                  <Button
                    color="inherit"
                    size="small"
                    onClick={() => {
                      setToast(null);
                      shown.action?.onAct();
                    }}
                  >
                    {shown.action.label}
                  </Button>
                ),
              }
            : { onClose: () => setToast(null) })}
        >
          {shown ? <WordsWithIds>{shown.message}</WordsWithIds> : null}
        </Alert>
      </Snackbar>
    </>
  );
}
