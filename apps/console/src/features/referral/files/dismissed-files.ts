import type { FileAsOf } from '@throughline/domain';
import { atom, useAtom } from 'jotai';
import { useMemo } from 'react';
import { siteStorage } from '../../../session/browser-storage.js';

/** In this browser's storage: which refused files its people have dismissed, as `{user id} {referral id} {file id}`, the oldest first. */
const DISMISSED_FILES = 'throughline.dismissed-files';
/** Refused files are few: whose dismissal is forgotten has been out of use for long. */
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
 * Why a file was refused is a message to each person who sees the referral, so each dismisses it for themselves: staff who have dealt with it do
 * not hide it from the referrer who is to send another copy.
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
