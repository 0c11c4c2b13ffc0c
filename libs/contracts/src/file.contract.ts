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

/** Of an uploaded file (ordering specification, section 5): 2 MB, in bytes. */
export const LARGEST_UPLOAD = 2 * 1024 * 1024;
export const TOO_BIG = 'File size is too big';
export const NOT_A_PDF = 'File type is not supported';

/** What every PDF begins with. */
export const PDF_HEADER = '%PDF-';

/** Control characters, and those that turn the reading direction and so make a name look like another. */
const UNSHOWABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** What an uploaded file is called: a name, not a path, and one under which every program takes it for the PDF that it is. */
export const uploadedFileName = z
  .string()
  .trim()
  .min(1, 'File name is required.')
  .max(255, 'File name is limited to 255 characters.')
  .refine((name) => !/[/\\]/.test(name) && !/^\.+$/.test(name), 'File name must be a name without a path.')
  .refine((name) => !UNSHOWABLE.test(name), 'File name holds characters that cannot be shown.')
  .refine((name) => /\.pdf$/i.test(name), NOT_A_PDF);

/** POST /pdf/referral/{id}/upload/fileName/{name}: the file's number in its referral. */
export const uploadAnswer = z.object({ fileId: z.number() });
export type UploadAnswer = z.infer<typeof uploadAnswer>;

/** A name as the screens show it; the whole of it is on hover and to screen readers. */
export const shownFileName = (name: string): string =>
  name.length <= SHOWN_FILE_NAME_LENGTH ? name : `${name.slice(0, SHOWN_FILE_NAME_LENGTH - 1)}…`;
