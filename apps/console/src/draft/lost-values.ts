import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { browserNow } from '../api/server-time.js';
import { userAtom } from '../session/session.js';
import { siteStorage } from '../session/storage/browser-storage.js';
import { loadSaved, saveDraft } from '../session/storage/drafts.js';
import { loggedOutSince } from '../session/storage/forget-person.js';
import { DIALOG_DRAFTS } from '../session/storage/stored.js';
import { object } from '../session/storage/stored-values.js';

type Values = Readonly<Record<string, unknown>>;
/** By the path of the field. */
export type ChangedValues = Readonly<Record<string, unknown>>;

/** Not stored: what nobody else may read. */
const SECRET = /password|code$/i;

const isPlain = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** What differs from the values that a form began with: plain values, and lists of them. */
export function changedValues(initial: Values, values: Values, path = ''): ChangedValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const [at, before] = [path + name, initial[name]];
      if (SECRET.test(name)) return [];
      if (isObject(value)) return Object.entries(changedValues(isObject(before) ? before : {}, value, `${at}.`));
      const isKept = isPlain(value) || (Array.isArray(value) && value.every(isPlain));
      return isKept && JSON.stringify(value) !== JSON.stringify(before) ? [[at, value]] : [];
    }),
  );
}

/**
 * Keeps what was typed into a dialog that is taken away before it is closed, because the session ended or the page was reloaded, and
 * types it again when the person opens the dialog again (`docs/decisions/0158`). It is no draft: closing the dialog ends it. What is being
 * sent, or got no answer, is not kept, because it may have been saved.
 * @param subject says what the dialog is about, the same each time that it is opened; null: nothing is kept
 */
export function useLostValues<Typed extends FieldValues, Given>(
  form: UseFormReturn<Typed, unknown, Given> | undefined,
  subject: () => string | null,
): { readonly isFound: boolean; readonly end: () => void; readonly markSent: (isSent: boolean) => void } {
  const user = useAtomValue(userAtom);
  const [place] = useState(() => {
    const about = user && subject();
    return about ? `${DIALOG_DRAFTS}${user.id}.${about}` : null;
  });
  const [isFound, setFound] = useState(false);
  const isClosed = useRef(false);
  const isSent = useRef(false);
  useEffect(() => {
    if (!form || place === null) return;
    const openedAt = browserNow();
    const found = loadSaved<ChangedValues>(siteStorage, place, object, openedAt)?.draft ?? {};
    for (const [path, value] of Object.entries(found))
      form.setValue(path as Path<Typed>, value as never, { shouldDirty: true });
    siteStorage.removeItem(place);
    setFound(Object.keys(found).length > 0);
    const keep = () => {
      // Log Out forgets the person, and what they were typing.
      if (isClosed.current || isSent.current || loggedOutSince(siteStorage, openedAt)) return;
      const changed = changedValues(form.formState.defaultValues ?? {}, form.getValues());
      const hasText = Object.values(changed).some((value) => typeof value === 'string' && value.trim() !== '');
      if (hasText) saveDraft(siteStorage, place, changed, browserNow());
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [form, place]);
  const end = useCallback(() => {
    isClosed.current = true;
    // A page that comes back from the browser's cache has stored it.
    if (place !== null) siteStorage.removeItem(place);
  }, [place]);
  const markSent = useCallback((value: boolean) => void (isSent.current = value), []);
  return { isFound, end, markSent };
}
