import { Alert, Box, Button } from '@mui/material';
import { atom, getDefaultStore, useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { WordsWithIds } from './words/referral-digits.js';
import { VisuallyHidden } from './visually-hidden.js';
import english from '../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('ui', english);

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

/** One after the other, each as a sentence. */
export const together = (messages: readonly string[]): string => messages.join('. ').replace(/([.!?…])\. /g, '$1 ');

function speak(): void {
  const spoken = together(store.get(queuedAtom));
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

/** A part of the document beside the page, so that it is read out also while a dialog makes the page inert. */
export const besidePage = () => document.getElementById('announcements') ?? document.body;

/** The polite live region and the toasts. Rendered once, in the shell. */
export function Announcer() {
  const spoken = useAtomValue(spokenAtom);
  const shown = useAtomValue(toastAtom);
  const setToast = useSetAtom(toastAtom);
  const close = useCallback(() => setToast(null), [setToast]);
  useEffect(keepReadOut, []);
  return createPortal(
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {spoken}
      </VisuallyHidden>
      {shown ? <ShownToast key={shown.id} toast={shown} onClose={close} /> : null}
    </>,
    besidePage(),
  );
}

/** MUI hides everything beside an open dialog from screen readers. */
function keepReadOut(): () => void {
  const observer = new MutationObserver(() => besidePage().removeAttribute('aria-hidden'));
  observer.observe(besidePage(), { attributeFilter: ['aria-hidden'] });
  return () => observer.disconnect();
}

/** Not MUI's Snackbar: that costs every page 3 kB, and cannot be loaded later, because a toast also tells that the connection is gone. */
function ShownToast({
  toast: { message, severity, action },
  onClose,
}: {
  readonly toast: Toast;
  readonly onClose: () => void;
}) {
  const t = useTexts();
  // Whoever points at it or has the focus in it is reading it.
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onClose, TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [held, onClose]);
  useEffect(() => {
    const closeByKey = ({ key, defaultPrevented }: KeyboardEvent) => key === 'Escape' && !defaultPrevented && onClose();
    document.addEventListener('keydown', closeByKey);
    return () => document.removeEventListener('keydown', closeByKey);
  }, [onClose]);
  const act = () => {
    onClose();
    action?.onAct();
  };
  return (
    <Box
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        bottom: { xs: 8, sm: 24 },
        left: { xs: 8, sm: '50%' },
        right: { xs: 8, sm: 'auto' },
        transform: { sm: 'translateX(-50%)' },
        display: 'flex',
        justifyContent: 'center',
      }}
    >
      <Alert
        severity={severity}
        role="presentation"
        elevation={8}
        {...(action
          ? {
              action: (
                <Button color="inherit" size="small" onClick={act}>
                  {action.label}
                </Button>
              ),
            }
          : { onClose, closeText: t('close') })}
      >
        <WordsWithIds>{message}</WordsWithIds>
      </Alert>
    </Box>
  );
}
