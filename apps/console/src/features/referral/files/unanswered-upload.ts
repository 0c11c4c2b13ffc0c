import type { FileAsOf } from '@throughline/domain';
import { useState } from 'react';
import { browserNow } from '../../../api/server-time.js';
import { tabStorage } from '../../../session/storage/browser-storage.js';
import { loadSaved, saveDraft } from '../../../session/storage/drafts.js';
import { finite, parts, text } from '../../../session/storage/stored-values.js';

/** An upload whose answer is not known yet. */
export interface UnansweredUpload {
  readonly name: string;
  /** The number of the newest file that the referral had before. */
  readonly after: number;
}

const unansweredUpload = parts<UnansweredUpload>({ name: text, after: finite });

export const uploadBegun = (name: string, files: readonly FileAsOf[]): UnansweredUpload => ({
  name,
  after: Math.max(0, ...files.map(({ fileId }) => fileId)),
});

/** The file as which the upload has arrived; undefined: it has not, or its row is still on the way. */
export const arrivedAs = ({ name, after }: UnansweredUpload, files: readonly FileAsOf[]): FileAsOf | undefined =>
  files.find(({ fileId, fileName }) => fileName === name && fileId > after);

/**
 * The upload of this tab whose answer is not known, also after a reload, which loses the file itself. It is kept like a draft, until its
 * answer is known (null).
 */
export function useUnansweredUpload(referralId: string) {
  const place = `throughline.unanswered-upload.${referralId}`;
  const [upload, setUpload] = useState(
    () => loadSaved(tabStorage, place, unansweredUpload, browserNow())?.draft ?? null,
  );
  const keep = (kept: UnansweredUpload | null) => {
    if (kept === null) tabStorage.removeItem(place);
    else saveDraft(tabStorage, place, kept, browserNow());
  };
  const change = (changed: UnansweredUpload | null) => {
    setUpload(changed);
    keep(changed);
  };
  return { upload, change, forget: () => keep(null) };
}
