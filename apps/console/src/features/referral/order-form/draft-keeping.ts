import type { KnownOrderForm } from '@throughline/domain';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { browserNow } from '../../../api/server-time.js';
import { siteStorage } from '../../../session/storage/browser-storage.js';
import { isOld } from '../../../session/storage/drafts.js';
import { loggedOutSince } from '../../../session/storage/forget-person.js';
import { NOBODY } from '../../../session/storage/stored.js';
import { clearDraft, draftSavedAt, isDraftKept, saveDraft } from './draft-storage.js';
import { isFilled, type OrderDraft } from './order-draft.js';

const SAVE_DELAY_MS = 400;

export interface DraftKeeping {
  /** Whether another tab has stored the draft since. What is typed here is then not stored. */
  readonly isElsewhere: boolean;
  /** Whether the browser does not store the draft, because it has no room or blocks site data. */
  readonly isUnkept: boolean;
  /** Whether another tab has removed the draft, by submitting or discarding the order. */
  readonly isGone: () => boolean;
  /** Replaces the other tab's draft with what is typed here. */
  readonly keepThis: () => void;
  /** Stores pending changes at once. */
  readonly keepNow: () => void;
  /** Removes the draft, unless another tab has stored it. */
  readonly forget: () => void;
}

/**
 * Stores the form as a draft, shortly after typing pauses and when the page is left. Leaving asks for confirmation only if the draft is not
 * stored (no room, site data blocked, older than a day, replaced by another tab). After a Log Out in any tab nothing is stored any more.
 */
export function useDraftKeeping(form: UseFormReturn<OrderDraft>, of: KnownOrderForm, owner: string): DraftKeeping {
  const [isElsewhere, setElsewhere] = useState(false);
  const pending = useRef<number | undefined>(undefined);
  const isElsewhereNow = useRef(false);
  const wasGone = useRef(false);
  // When the stored draft was saved, as far as this page knows.
  const [begunWith] = useState(() => draftSavedAt(siteStorage, of, owner));
  const known = useRef(begunWith);
  const [isUnkept, setUnkept] = useState(() => !isDraftKept(siteStorage, of, owner));
  const keeping = useMemo(() => {
    const since = browserNow();
    const stored = () => draftSavedAt(siteStorage, of, owner);
    // A draft older than a day was removed because of its age, and not by another tab.
    const isGone = () =>
      (wasGone.current ||= known.current !== null && !isOld(known.current, browserNow()) && stored() === null);
    const write = () => {
      const now = browserNow();
      setUnkept(!saveDraft(siteStorage, of, owner, form.getValues(), now));
      known.current = now;
    };
    const stop = () => {
      window.clearTimeout(pending.current);
      pending.current = undefined;
    };
    const save = () => {
      const isDue = pending.current !== undefined;
      stop();
      if (!isDue || (owner !== NOBODY && loggedOutSince(siteStorage, since))) return;
      const there = stored();
      isGone(); // Records a removed draft before this page stores one again.
      isElsewhereNow.current = there !== null && there !== known.current;
      setElsewhere(isElsewhereNow.current);
      if (!isElsewhereNow.current) write();
    };
    return {
      save,
      later: () => {
        window.clearTimeout(pending.current);
        pending.current = window.setTimeout(save, SAVE_DELAY_MS);
      },
      isKept: () =>
        known.current === null
          ? !isElsewhereNow.current
          : stored() === known.current && isDraftKept(siteStorage, of, owner),
      isGone,
      keepThis: () => {
        wasGone.current = false;
        setElsewhere(false);
        write();
      },
      forget: () => {
        stop();
        if (stored() === known.current) clearDraft(siteStorage, of, owner);
        known.current = null;
        isElsewhereNow.current = wasGone.current = false;
        setElsewhere(false);
        setUnkept(false);
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
  return { isElsewhere, isUnkept, isGone, keepThis, keepNow, forget };
}

/** Calls `onLost` if the form closes with typed content because its person has logged out, in any tab. */
export function useLossByLogOut(
  form: UseFormReturn<OrderDraft>,
  of: KnownOrderForm,
  owner: string,
  onLost: () => void,
): void {
  const latest = useRef(onLost);
  useEffect(() => {
    latest.current = onLost;
  });
  useEffect(() => {
    const since = browserNow();
    return () => {
      if (owner !== NOBODY && loggedOutSince(siteStorage, since) && isFilled(of, form.getValues())) latest.current();
    };
  }, [form, of, owner]);
}
