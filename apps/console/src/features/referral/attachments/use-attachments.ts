import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { uploadFile } from '../api/upload-file.js';
import { AttachmentQueue, isUnderWay } from './attachment-queue.js';
import { whyNot } from './file-to-attach.js';

/** Files for a referral. `attached`: names that it has already. Leaving the page asks while one is on its way. */
export function useAttachments(attached: readonly string[] = []) {
  const queue = useMemo(() => new AttachmentQueue(uploadFile), []);
  const files = useSyncExternalStore(queue.subscribe, queue.files);
  const [refusals, setRefusals] = useState<readonly string[]>([]);

  const underWay = isUnderWay(files);
  useEffect(() => {
    if (!underWay) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [underWay]);

  /** Takes those that can be attached; of the others it is said why not. Answers how many were taken. */
  const choose = async (chosen: readonly File[]): Promise<number> => {
    const refused: string[] = [];
    let taken = 0;
    for (const file of chosen) {
      const names = [...attached, ...queue.files().map((one) => one.file.name)];
      const fault = await whyNot(file, names);
      if (fault === null) {
        queue.choose(file);
        taken += 1;
      } else refused.push(`${file.name}: ${fault}`);
    }
    setRefusals(refused);
    return taken;
  };
  /** Sends another file in the place of the one with this key. Answers why it cannot be attached beside those named; null if it can. */
  const replace = async (key: string, file: File, beside: readonly string[]): Promise<string | null> => {
    const fault = await whyNot(file, beside);
    if (fault === null) queue.replace(key, file);
    return fault;
  };
  return { queue, files, refusals, choose, replace, forgetRefusals: () => setRefusals([]) };
}

export type Attachments = ReturnType<typeof useAttachments>;
