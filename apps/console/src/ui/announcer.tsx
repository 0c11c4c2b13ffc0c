import { Alert, Box, Button } from '@mui/material';
import { atom, getDefaultStore, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { WordsWithIds } from './words/referral-digits.js';
import { VisuallyHidden } from './visually-hidden.js';
import english from '../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('ui', english);

/** Announcements within this time are spoken together. */
const ANNOUNCE_DELAY_MS = 400;
const TOAST_DURATION_MS = 6000;

interface Toast {
  /** Distinguishes two equal toasts. */
  readonly id: number;
  readonly message: string;
  readonly severity: 'success' | 'info' | 'error';
  readonly action?: ToastAction;
  /** True if the toast is not a response to the person's own action. */
  readonly isNews?: true;
}

/** A button in the toast. The page must offer the same action elsewhere, because a toast disappears, unless it stays. */
interface ToastAction {
  readonly label: string;
  readonly onAct: () => void;
  /** The toast stays until the button is pressed, Escape closes it, or another one takes its place. */
  readonly stays?: true;
}

/** The words of the live region. */
export const spokenAtom = atom('');
const toastAtom = atom<Toast | null>(null);
/** A dialog that belongs to no page. */
const overPagesAtom = atom<ReactNode>(null);
const store = getDefaultStore();

/** Messages that wait to be spoken together. */
const queuedAtom = atom<readonly string[]>([]);

/** Announces a message to screen readers, politely. Messages in quick succession are spoken together. */
export function announce(message: string): void {
  const queued = store.get(queuedAtom);
  if (!queued.includes(message)) store.set(queuedAtom, [...queued, message]);
  if (queued.length === 0) setTimeout(speak, ANNOUNCE_DELAY_MS);
}

/** Joins messages, each as a sentence. */
export const joinMessages = (messages: readonly string[]): string => messages.join('. ').replace(/([.!?…])\. /g, '$1 ');

function speak(): void {
  const queued = store.get(queuedAtom);
  if (queued.length === 0) return;
  const spoken = joinMessages(queued);
  // A live region is read only when it changes, so the second of two equal announcements gets a space, which is silent.
  store.set(spokenAtom, (before) => (before === spoken ? `${spoken}\u00a0` : spoken));
  store.set(queuedAtom, []);
}

/** Shows a short message at the bottom of the page and announces it. The message must not need an action, because it disappears. */
export function toast(message: string, severity: Toast['severity'] = 'success', action?: ToastAction): void {
  const before = store.get(toastAtom);
  // What an act came to takes the place of a doubt about it, in the live region as well.
  if (before?.severity === 'error' && severity === 'success') {
    store.set(queuedAtom, (queued) => queued.filter((waiting) => waiting !== before.message));
    store.set(spokenAtom, '');
  }
  store.set(toastAtom, { id: (before?.id ?? 0) + 1, message, severity, ...(action && { action }) });
  announce(message);
}

/** Removes what is said and shown over the pages: it may name members, and the next person must not read it. */
export function forgetMessages(): void {
  store.set(queuedAtom, []);
  store.set(spokenAtom, '');
  store.set(toastAtom, null);
  store.set(overPagesAtom, null);
}

/** Says that an act failed, or may have, and which one: more than one may be under way. `message` is in the shown language. */
export const toastFailed = (act: string, message: string, action?: ToastAction): void =>
  toast(useTexts.now('ofAct', { act, message }), 'error', action);

/**
 * Like `toast`, for an event that the person did not cause. It never replaces a response to their own action; in that case it is only
 * spoken.
 */
export function toastNews(message: string, action: ToastAction): void {
  store.set(toastAtom, (before) =>
    before === null || before.isNews
      ? { id: (before?.id ?? 0) + 1, message, severity: 'info', action, isNews: true }
      : before,
  );
  announce(message);
}

/** Shows a dialog above whichever page is open; null closes it. For the answer to an act whose page was left. */
export const showOverPages = (dialog: ReactNode): void => store.set(overPagesAtom, dialog);

/** An element outside the page, so that messages are read out while a dialog makes the page inert. */
export const announcementsRoot = () => document.getElementById('announcements') ?? document.body;

/** The polite live region and the toasts. Rendered once, in the shell. */
export function Announcer() {
  const spoken = useAtomValue(spokenAtom);
  const shown = useAtomValue(toastAtom);
  const overPages = useAtomValue(overPagesAtom);
  const setToast = useSetAtom(toastAtom);
  const close = useCallback(() => setToast(null), [setToast]);
  useEffect(keepAnnouncementsAccessible, []);
  const announcements = createPortal(
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {spoken}
      </VisuallyHidden>
      {shown ? <ShownToast key={shown.id} toast={shown} onClose={close} /> : null}
    </>,
    announcementsRoot(),
  );
  return (
    <>
      {announcements}
      {overPages}
    </>
  );
}

/** MUI hides everything except an open dialog from screen readers; this reverts it for the announcements. */
function keepAnnouncementsAccessible(): () => void {
  const observer = new MutationObserver(() => announcementsRoot().removeAttribute('aria-hidden'));
  observer.observe(announcementsRoot(), { attributeFilter: ['aria-hidden'] });
  return () => observer.disconnect();
}

/**
 * Replaces MUI's Snackbar, which would add 3 kB to every page. It cannot be loaded on demand, because a toast also reports a lost
 * connection.
 */
function ShownToast({
  toast: { message, severity, action },
  onClose,
}: {
  readonly toast: Toast;
  readonly onClose: () => void;
}) {
  const t = useTexts();
  // The toast stays while it is hovered or has the focus, because the person is reading it.
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || action?.stays) return;
    const timer = setTimeout(onClose, TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [held, action, onClose]);
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
        // On a phone it takes room below the page, so that what it covers can be scrolled above it.
        position: { xs: 'sticky', sm: 'fixed' },
        zIndex: 'snackbar',
        bottom: { xs: 8, sm: 24 },
        m: { xs: 1, sm: 0 },
        left: { sm: '50%' },
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
