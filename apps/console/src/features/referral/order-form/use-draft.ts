import type { KnownOrderForm } from '@throughline/domain';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { saveDraft } from './draft-storage.js';
import type { OrderDraft } from './order-draft.js';

const QUIET_MS = 400;

/** Keeps what is typed, shortly after the typing pauses and when the page is left. */
export function useDraftKeeping(
  form: UseFormReturn<OrderDraft>,
  of: KnownOrderForm,
  owner: string,
): { readonly forget: () => void } {
  const pending = useRef<number | undefined>(undefined);
  useEffect(() => {
    const save = () => {
      window.clearTimeout(pending.current);
      if (pending.current !== undefined) saveDraft(localStorage, of, owner, form.getValues(), Date.now());
      pending.current = undefined;
    };
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        window.clearTimeout(pending.current);
        pending.current = window.setTimeout(save, QUIET_MS);
      },
    });
    window.addEventListener('pagehide', save);
    return () => {
      save();
      unsubscribe();
      window.removeEventListener('pagehide', save);
    };
  }, [form, of, owner]);
  return {
    forget: () => {
      window.clearTimeout(pending.current);
      pending.current = undefined;
    },
  };
}
