import type { CaseId } from '../kernel/terms.js';

/* A file of its own, because pages that show files load it without the rules of accounts. */

/** A refused file that a person has dismissed. Stored in events. */
export interface DismissedFile {
  readonly referralId: CaseId;
  readonly fileId: number;
}

/** The name of a file among those that a person has dismissed. */
export const dismissedKey = ({ referralId, fileId }: DismissedFile): string => `${referralId} ${fileId}`;
