import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { loggedOutSince } from '../../../session/forget-person.js';
import { userAtom } from '../../../session/session.js';
import { loadSaved, saveDraft } from '../../../session/drafts.js';
import { INQUIRY_DRAFTS, NOBODY } from '../../../session/stored.js';
import { parts, type Reader, texts } from '../../../session/stored-values.js';
import type { FormDraft } from '../../../ui/fields/use-loaded-form.js';
import { siteStorage, tabStorage } from '../../../session/browser-storage.js';
import { browserNow } from '../../../api/server-time.js';

/**
 * Keeps an unsent message in this tab, for at most a day. Log Out in any tab removes it. A visitor's draft is taken over by the person who
 * signs in. Values that only repeat the account are not stored.
 */
export function useInquiryDraft<Values extends object>(
  form: 'contact' | 'help',
  owner: string,
  fields: readonly (keyof Values & string)[],
): FormDraft<Values> {
  const user = useAtomValue(userAtom);
  return useMemo(() => {
    const since = browserNow();
    const account: Readonly<Record<string, unknown>> = { ...user };
    const place = (of: string) => `${INQUIRY_DRAFTS}${form}.${of}`;
    const clear = () => tabStorage.removeItem(place(owner));
    const loadOf = (of: string): Values | null => {
      const read = parts(texts(...fields)) as unknown as Reader<Values>;
      return loadSaved(tabStorage, place(of), read, browserNow())?.draft ?? null;
    };
    const save = (typed: Values) => {
      if (owner !== NOBODY && loggedOutSince(siteStorage, since)) return true;
      const isTyped = fields.some((field) => typed[field] !== '' && typed[field] !== account[field]);
      if (isTyped) return saveDraft(tabStorage, place(owner), typed, browserNow());
      clear();
      return true;
    };
    const load = () => {
      const draft = loadOf(owner);
      if (owner === NOBODY) return draft;
      const visitors = loadOf(NOBODY);
      tabStorage.removeItem(place(NOBODY));
      if (draft === null && visitors !== null) save(visitors);
      return draft ?? visitors;
    };
    return { load, save, clear };
  }, [form, owner, fields, user]);
}
