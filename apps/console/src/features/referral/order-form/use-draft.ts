import type { KnownOrderForm } from '@throughline/domain';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { loggedOutSince } from '../../../session/forget-person.js';
import { clearDraft, draftSavedAt, isOld, NOBODY, saveDraft } from './draft-storage.js';
import type { OrderDraft } from './order-draft.js';

const QUIET_MS = 400;

export interface DraftKeeping {
  /** Another tab typed in this form since: its text is what is kept, and not what is typed here. */
  readonly isElsewhere: boolean;
  /** What this page kept is gone, and not by this page: another tab has sent it as an order, or discarded it. */
  readonly isGone: () => boolean;
  /** The person says that what is typed here is to be kept instead, or is meant all the same. */
  readonly keepThis: () => void;
  /** What was typed a moment ago is kept before something else happens to it. */
  readonly keepNow: () => void;
  /** What was typed is no draft any more, unless it is another tab's. */
  readonly forget: () => void;
}

/**
 * Keeps what is typed, shortly after the typing pauses and when the page is left. Leaving asks only where the draft is not kept (no
 * room, older than a day, another tab's in its place), as nothing is lost otherwise. What somebody typed is not kept any more once they
 * have logged out, in whichever tab.
 */
export function useDraftKeeping(form: UseFormReturn<OrderDraft>, of: KnownOrderForm, owner: string): DraftKeeping {
  const [isElsewhere, setElsewhere] = useState(false);
  const pending = useRef<number | undefined>(undefined);
  const isLost = useRef(false);
  const wasGone = useRef(false);
  // When what is kept was typed, as far as this page knows.
  const [begunWith] = useState(() => draftSavedAt(localStorage, of, owner));
  const known = useRef(begunWith);
  const keeping = useMemo(() => {
    const since = Date.now();
    const stored = () => draftSavedAt(localStorage, of, owner);
    // One that is older than a day was cleared.
    const isGone = () =>
      (wasGone.current ||= known.current !== null && !isOld(known.current, Date.now()) && stored() === null);
    const write = () => {
      const now = Date.now();
      isLost.current = !saveDraft(localStorage, of, owner, form.getValues(), now);
      if (!isLost.current) known.current = now;
    };
    const stop = () => {
      window.clearTimeout(pending.current);
      pending.current = undefined;
    };
    const save = () => {
      const isDue = pending.current !== undefined;
      stop();
      if (!isDue || (owner !== NOBODY && loggedOutSince(localStorage, since))) return;
      const there = stored();
      isGone(); // from now on, though what is typed is kept again
      isLost.current = there !== null && there !== known.current;
      setElsewhere(isLost.current);
      if (!isLost.current) write();
    };
    return {
      save,
      later: () => {
        window.clearTimeout(pending.current);
        pending.current = window.setTimeout(save, QUIET_MS);
      },
      isKept: () => !isLost.current && (known.current === null || stored() === known.current),
      isGone,
      keepThis: () => {
        stop();
        wasGone.current = false;
        setElsewhere(false);
        write();
      },
      forget: () => {
        stop();
        if (stored() === known.current) clearDraft(localStorage, of, owner);
        known.current = null;
        isLost.current = wasGone.current = false;
        setElsewhere(false);
      },
    };
  }, [form, of, owner]);
  useEffect(() => {
    const { save, later, isKept } = keeping;
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: later });
    const ask = (event: BeforeUnloadEvent) => {
      save();
      if (!isKept()) event.preventDefault();
    };
    window.addEventListener('pagehide', save);
    window.addEventListener('beforeunload', ask);
    return () => {
      save();
      unsubscribe();
      window.removeEventListener('pagehide', save);
      window.removeEventListener('beforeunload', ask);
    };
  }, [form, keeping]);
  const { isGone, keepThis, save: keepNow, forget } = keeping;
  return { isElsewhere, isGone, keepThis, keepNow, forget };
}
