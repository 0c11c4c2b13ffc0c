import { z } from 'zod';

/** GET /pdf/referral/{id}/files. `id` is an array whose first element is used (ordering specification, section 3). */
export const fileEntry = z.object({
  id: z.array(z.number()).min(1),
  type: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.number(),
  createdAt: z.string(),
});
export type FileEntry = z.infer<typeof fileEntry>;

/** GET /pdf/referral/{id}/file/{fileId}: a link on the portal's own origin, good for one minute. */
export const fileLink = z.string();

/** GET /pdf/referral/{id}/generate: the submission PDF is made once; `ready` says whether it is there already. */
export const generateAnswer = z.object({ ready: z.boolean() });
export type GenerateAnswer = z.infer<typeof generateAnswer>;

/** Columns of the Files table hold this many characters of a name. */
export const SHOWN_FILE_NAME_LENGTH = 25;
export const FILES_PAGE_SIZE = 5;
