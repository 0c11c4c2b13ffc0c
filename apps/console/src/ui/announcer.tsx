import { Alert, Snackbar } from '@mui/material';
import { atom, getDefaultStore, useAtomValue, useSetAtom } from 'jotai';
import { VisuallyHidden } from './visually-hidden.js';

const BATCH_MS = 400;
const SHOWN_MS = 6000;

interface Toast {
  readonly id: number;
  readonly message: string;
  readonly severity: 'success' | 'info' | 'error';
}

const spokenAtom = atom('');
const toastAtom = atom<Toast | null>(null);
const store = getDefaultStore();

let waiting: string[] = [];
let speaking: ReturnType<typeof setTimeout> | undefined;
let toasts = 0;

/** Says something to screen readers, politely; what comes in quick succession is said in one go. */
export function announce(message: string): void {
  if (!waiting.includes(message)) waiting.push(message);
  speaking ??= setTimeout(() => {
    // Two equal announcements are two: a region that does not change is not read again.
    const spoken = waiting.join('. ');
    store.set(spokenAtom, (before) => (before === spoken ? `${spoken}\u00a0` : spoken));
    waiting = [];
    speaking = undefined;
  }, BATCH_MS);
}

/** Shows a short message at the foot of the page, and announces it. For what was done; what a person must act on stays on the page. */
export function toast(message: string, severity: Toast['severity'] = 'success'): void {
  store.set(toastAtom, { id: ++toasts, message, severity });
  announce(message);
}

/** The one polite live region, and the place of toasts. Once, in the shell. */
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
        autoHideDuration={SHOWN_MS}
        onClose={(_event, reason) => reason !== 'clickaway' && setToast(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      >
        <Alert severity={shown?.severity ?? 'info'} role="presentation" elevation={8} onClose={() => setToast(null)}>
          {shown?.message}
        </Alert>
      </Snackbar>
    </>
  );
}
