import type { FileType } from '@throughline/domain';
import { createContext, useContext, useMemo, useState, useSyncExternalStore } from 'react';
import { call, type CallOptions } from '../../../api/api.js';
import { credentials } from '../../../api/credentials.js';
import { useAskBeforeUnload } from '../../../ui/ask-before-unload.js';
import { type Attachment, AttachmentQueue, isUnderWay } from './attachment-queue.js';

interface Refusal {
  readonly name: string;
  readonly fault: string;
}

/** The files of a recorded order that the person left without attaching them. */
export interface Unattached {
  readonly referralId: string;
  readonly names: readonly string[];
}

/**
 * The files for a referral. `attached`: names of the files that it already has. Leaving the page during an upload asks for confirmation.
 */
export function useAttachments(attached: readonly string[] = []) {
  const queue = useMemo(() => new AttachmentQueue(uploadFile), []);
  const files = useSyncExternalStore(queue.subscribe, queue.files);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [unattached, setUnattached] = useState<Unattached | null>(null);

  useAskBeforeUnload(isUnderWay(files));

  /** Adds the files that can be attached, and sets a refusal for each other one. Resolves with the number of added files. */
  const choose = (chosen: readonly File[], fileType?: FileType): Promise<number> => {
    const taking = take(chosen, fileType);
    queue.addCheck(taking.then((taken) => taken === chosen.length));
    return taking;
  };
  const take = async (chosen: readonly File[], fileType?: FileType): Promise<number> => {
    const refused: Refusal[] = [];
    let taken = 0;
    for (const file of chosen) {
      const names = [...attached, ...queue.files().map((one) => one.file.name)];
      const fault = await faultOf(file, names);
      if (fault === null) {
        queue.choose(file, fileType);
        taken += 1;
      } else refused.push({ name: file.name, fault });
    }
    setRefusals(refused);
    return taken;
  };
  /**
   * Uploads another file in place of the one with this key. Resolves with the reason why it cannot be attached (`beside`: names of the
   * other files); null if it can.
   */
  const replace = async (key: string, file: File, beside: readonly string[]): Promise<string | null> => {
    const fault = await faultOf(file, beside);
    if (fault === null) queue.replace(key, file);
    return fault;
  };
  const forgetRefusals = () => setRefusals([]);
  return { queue, files, refusals, choose, replace, forgetRefusals, unattached, setUnattached };
}

/** Checks a file. The rules and their schemas are loaded when a file is chosen. */
async function faultOf(file: File, attached: readonly string[]): Promise<string | null> {
  try {
    const { fileFault } = await import('./file-to-attach.js');
    return await fileFault(file, attached);
  } catch {
    return 'The file could not be checked. Check the connection and choose it again.';
  }
}

export type Attachments = ReturnType<typeof useAttachments>;

/** Uploads a PDF to a referral. Resolves with the file's number in it. */
export function uploadFile(
  id: string,
  { file, fileType }: Pick<Attachment, 'file' | 'fileType'>,
  options: Required<Omit<CallOptions, 'withdraws' | 'meta'>>,
) {
  const form = new FormData();
  // The user id precedes the file, so that a server that streams the form knows the sender first.
  form.append('userId', credentials().userId() ?? '');
  form.append('file', file);
  const request = { params: { id, name: file.name }, query: { fileType }, form };
  return call('POST /pdf/referral/{id}/upload/fileName/{name}', request, options);
}

/** Id of the button that chooses files. */
export const ATTACHMENTS_ID = 'attachments';

/** The files of the current order. They are not part of its draft, because a browser cannot store a chosen file. */
export const AttachmentsContext = createContext<Attachments | null>(null);

export function useOrderAttachments(): Attachments {
  const attachments = useContext(AttachmentsContext);
  if (attachments === null) throw new Error('useAttachments is used outside of an order form');
  return attachments;
}

/** The order contains the names of its files, because its document is made before they are uploaded. */
export function namesOf({ queue }: Attachments): { attachments?: string[] } {
  const names = queue.files().map(({ file }) => file.name);
  return names.length === 0 ? {} : { attachments: names };
}
