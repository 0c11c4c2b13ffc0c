import type { FileAsOf } from '@throughline/domain';
import { atom, useAtom } from 'jotai';
import { useMemo } from 'react';
import { siteStorage } from '../../../session/browser-storage.js';

/**
 * Storage key for the dismissed refused files of all people in this browser: lines of `{user id} {referral id} {file id}`, oldest first.
 */
const DISMISSED_FILES = 'throughline.dismissed-files';
/** Beyond this number the oldest entries are dropped. Refused files are rare, so these have long been out of use. */
const MAX_DISMISSED = 500;

const storedAtom = atom((siteStorage.getItem(DISMISSED_FILES) ?? '').split('\n').filter(Boolean));
const dismissedAtom = atom(
  (get) => get(storedAtom),
  (_, set, dismissed: readonly string[]) => {
    const kept = dismissed.slice(-MAX_DISMISSED);
    set(storedAtom, [...kept]);
    siteStorage.setItem(DISMISSED_FILES, kept.join('\n'));
  },
);

/**
 * Dismisses refused files for one person. The refusal is a message to everybody who sees the referral: if staff dismiss it, the referrer
 * must still see that another copy is needed.
 */
export function useDismissedFiles(referralId: string, userId: string) {
  const [dismissed, setDismissed] = useAtom(dismissedAtom);
  return useMemo(() => {
    const keyOf = ({ fileId }: FileAsOf) => `${userId} ${referralId} ${fileId}`;
    const isDismissed = (file: FileAsOf) => file.check === 'refused' && dismissed.includes(keyOf(file));
    const change = (file: FileAsOf, isHidden: boolean) =>
      setDismissed([...dismissed.filter((key) => key !== keyOf(file)), ...(isHidden ? [keyOf(file)] : [])]);
    return { isDismissed, change };
  }, [dismissed, setDismissed, referralId, userId]);
}
