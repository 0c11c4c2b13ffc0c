import { dismissedKey, type FileAsOf } from '@throughline/domain';
import { atom, useAtom } from 'jotai';
import { useMemo } from 'react';
import { call } from '../../../api/api.js';
import { useViewer } from '../../../past/past.js';

/** What the person has dismissed (true) or restored on this page, by `{user id} {key}`. Their account has it from the next page on. */
const changedAtom = atom<Readonly<Record<string, boolean>>>({});

/**
 * Dismisses refused files for one person, in all their browsers. The refusal is a message to everybody who sees the referral: if staff
 * dismiss it, the referrer must still see that another copy is needed.
 */
export function useDismissedFiles(referralId: string, userId: string) {
  const [changed, setChanged] = useAtom(changedAtom);
  const ofAccount = useViewer()?.dismissedFiles;
  return useMemo(() => {
    const isDismissed = (file: FileAsOf) => {
      const key = dismissedKey({ referralId, fileId: file.fileId });
      return file.check === 'refused' && (changed[`${userId} ${key}`] ?? ofAccount?.includes(key) ?? false);
    };
    const change = ({ fileId }: FileAsOf, isHidden: boolean) => {
      setChanged((before) => ({ ...before, [`${userId} ${dismissedKey({ referralId, fileId })}`]: isHidden }));
      // If the request fails, the message returns on the next page.
      const body = { referralId, fileId, isDismissed: isHidden };
      call('POST /users/user/dismissed-file', { body }).catch(() => undefined);
    };
    return { isDismissed, change };
  }, [changed, setChanged, ofAccount, referralId, userId]);
}
