import type { RequestOf } from '@throughline/contracts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { loggedOutSince } from '../../../session/storage/forget-person.js';
import { userAtom } from '../../../session/session.js';
import { type KeptDraft, keptDraft } from '../../../draft/kept-draft.js';
import { askFor } from '../../../draft/use-draft.js';
import { INQUIRY_DRAFTS, NOBODY } from '../../../session/storage/stored.js';
import { parts, type Reader, texts } from '../../../session/storage/stored-values.js';
import { siteStorage, tabStorage } from '../../../session/storage/browser-storage.js';
import { browserNow } from '../../../api/server-time.js';

const ENDPOINTS = { contact: 'POST /contact/create', help: 'POST /help/create' } as const;
type Sent<Form extends keyof typeof ENDPOINTS> = RequestOf<(typeof ENDPOINTS)[Form]>;

/**
 * Keeps an unsent message in this tab, for at most a day. Log Out in any tab removes it. A visitor's draft is taken over by the person who
 * signs in. Values that only repeat the account are not stored.
 */
export function useInquiryDraft<Values extends object, Form extends keyof typeof ENDPOINTS>(
  form: Form,
  owner: string,
  fields: readonly (keyof Values & string)[],
): KeptDraft<Values, Sent<Form>> {
  const user = useAtomValue(userAtom);
  return useMemo(() => {
    const since = browserNow();
    const account: Readonly<Record<string, unknown>> = { ...user };
    const read = parts(texts(...fields)) as unknown as Reader<Values>;
    const of = (whose: string) =>
      keptDraft<Values, Sent<Form>>({
        storage: tabStorage,
        place: `${INQUIRY_DRAFTS}${form}.${whose}`,
        read,
        ask: askFor(ENDPOINTS[form]) as never,
      });
    const own = of(owner);
    const save = (typed: Values) => {
      if (owner !== NOBODY && loggedOutSince(siteStorage, since)) return true;
      const isTyped = fields.some((field) => typed[field] !== '' && typed[field] !== account[field]);
      if (isTyped) return own.save(typed);
      own.clear();
      return true;
    };
    const load = () => {
      const draft = own.load();
      if (owner === NOBODY) return draft;
      const visitors = of(NOBODY).load();
      of(NOBODY).clear();
      if (draft === null && visitors !== null) save(visitors);
      return draft ?? visitors;
    };
    return { ...own, load, save };
  }, [form, owner, fields, user]);
}
