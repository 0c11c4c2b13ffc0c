import type { KnownOrderForm } from '@throughline/domain';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { loggedOutSince } from '../../../session/forget-person.js';
import { NOBODY, saveDraft } from './draft-storage.js';
import type { OrderDraft } from './order-draft.js';

const QUIET_MS = 400;

/**
 * Keeps what is typed, shortly after the typing pauses and when the page is left. Leaving asks only where the draft could not be
 * kept, as nothing is lost otherwise. What somebody typed is not kept any more once they have logged out, in whichever tab.
 */
export function useDraftKeeping(
  form: UseFormReturn<OrderDraft>,
  of: KnownOrderForm,
  owner: string,
): { readonly forget: () => void } {
  const pending = useRef<number | undefined>(undefined);
  const kept = useRef(true);
  useEffect(() => {
    const since = Date.now();
    const save = () => {
      window.clearTimeout(pending.current);
      const isDue = pending.current !== undefined;
      pending.current = undefined;
      if (!isDue || (owner !== NOBODY && loggedOutSince(localStorage, since))) return;
      kept.current = saveDraft(localStorage, of, owner, form.getValues(), Date.now());
    };
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        window.clearTimeout(pending.current);
        pending.current = window.setTimeout(save, QUIET_MS);
      },
    });
    const ask = (event: BeforeUnloadEvent) => {
      save();
      if (!kept.current) event.preventDefault();
    };
    window.addEventListener('pagehide', save);
    window.addEventListener('beforeunload', ask);
    return () => {
      save();
      unsubscribe();
      window.removeEventListener('pagehide', save);
      window.removeEventListener('beforeunload', ask);
    };
  }, [form, of, owner]);
  return {
    forget: () => {
      window.clearTimeout(pending.current);
      pending.current = undefined;
      kept.current = true;
    },
  };
}
