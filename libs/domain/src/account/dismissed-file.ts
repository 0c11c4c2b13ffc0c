/* A file of its own, because pages that show files load it without the rules of accounts. */

/** A refused file that a person has dismissed. Stored in events. */
export interface DismissedFile {
  /** Of a referral or of a recertification. */
  readonly referralId: string;
  readonly fileId: number;
}

/** The name of a file among those that a person has dismissed. */
export const dismissedKey = ({ referralId, fileId }: DismissedFile): string => `${referralId} ${fileId}`;
