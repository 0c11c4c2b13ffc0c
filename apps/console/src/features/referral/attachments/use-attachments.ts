import { useMemo, useState, useSyncExternalStore } from 'react';
import { uploadFile } from '../api/upload-file.js';
import { AttachmentQueue } from './attachment-queue.js';
import { whyNot } from './file-to-attach.js';

/** Files for a referral. `attached`: names that it has already. */
export function useAttachments(attached: readonly string[] = []) {
  const queue = useMemo(() => new AttachmentQueue(uploadFile), []);
  const files = useSyncExternalStore(queue.subscribe, queue.files);
  const [refusals, setRefusals] = useState<readonly string[]>([]);

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
  return { queue, files, refusals, choose, forgetRefusals: () => setRefusals([]) };
}

export type Attachments = ReturnType<typeof useAttachments>;
