import { DEFAULT_FILE_TYPE, FILE_FAULTS, FILE_TYPES, type FileFault } from '@throughline/domain';
import { z } from 'zod';
import { NOT_A_PDF } from './file-limits.js';
import { hasUnshowable, shown } from '../search/typed-text.js';

/** GET /pdf/referral/{id}/files. `id` is an array of which clients use the first element (ordering specification, section 3). */
export const fileEntry = z.object({
  id: z.array(z.number()).min(1),
  type: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.number(),
  createdAt: z.string(),
});
export type FileEntry = z.infer<typeof fileEntry>;

/** A file in the answer for a referral or a recertification. */
export const caseFile = z.object({
  fileId: z.number().int(),
  fileName: z.string(),
  /** Bytes. */
  size: z.number().int(),
  createdAt: z.string(),
  /** Only an accepted file can be downloaded. Absent for a file that the portal generated. */
  check: z.enum(['waiting', 'accepted', 'refused']).exactOptional(),
  /** The type of an uploaded file. Absent: Other. */
  fileType: z.enum(FILE_TYPES).exactOptional(),
  /** User id. Absent: the uploader was not signed in, or the portal generated the file. */
  uploadedBy: z.string().exactOptional(),
  /** True if the portal generated it after corrections of the order. */
  corrected: z.literal(true).exactOptional(),
  /** Why the check refused the file. */
  fault: z.enum(Object.keys(FILE_FAULTS) as [FileFault, ...FileFault[]]).exactOptional(),
  /** The link for which the file was refused. */
  link: z.string().exactOptional(),
});

/** More files than any referral has. A longer number is treated as an unknown file. */
const MAX_FILE_ID = 1_000_000;
export const fileId = z
  .string()
  .regex(/^\d+$/, 'This is not a file id.')
  .transform((digits) => Math.min(Number(digits), MAX_FILE_ID));

/** GET /pdf/referral/{id}/file/{fileId}: a link on the portal's own origin, valid for one minute. */
export const fileLink = z.string();

/** GET /pdf/referral/{id}/generate: the submission PDF is generated once; `ready` says whether it exists yet. */
export const generateAnswer = z.object({ ready: z.boolean() });

/** The name of an uploaded file: not a path, and with the extension by which programs recognize a PDF. */
export const uploadedFileName = z
  .string({ error: 'File name must be text.' })
  // Normalized, because composed and decomposed letters look the same.
  .overwrite((name) => shown(name).normalize('NFC'))
  .min(1, 'File name is required.')
  .max(255, 'File name is limited to 255 characters.')
  .refine((name) => !/[/\\]/.test(name) && !/^\.+$/.test(name), 'File name must be a name without a path.')
  .refine((name) => !hasUnshowable(name), 'File name holds characters that cannot be shown.')
  .refine((name) => /\.pdf$/i.test(name), NOT_A_PDF)
  .refine((name) => shown(name.replace(/\.pdf$/i, '')) !== '', 'File name is required.');

const fileType = z.enum(FILE_TYPES, `File type must be one of ${FILE_TYPES.join(', ')}.`);

/** The type of an upload; Other if the client names none. */
export const uploadedFileType = fileType.default(DEFAULT_FILE_TYPE);

/**
 * POST /pdf/referral/{id}/file/{fileId}/type (ours). `previousType` is what the person saw, so that a change by somebody else is not
 * overwritten.
 */
export const changeFileTypeBody = z.object({ fileType, previousType: fileType });

/** POST /pdf/referral/{id}/upload/fileName/{name}: the file's number within its referral. */
export const uploadAnswer = z.object({ fileId: z.number() });
export type UploadAnswer = z.infer<typeof uploadAnswer>;
