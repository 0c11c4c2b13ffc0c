import {
  MAX_UPLOAD_BYTES,
  NOT_A_PDF,
  START_OF_PDF_BYTES,
  startOfPdf,
  TOO_BIG,
  uploadedFileName,
} from '@throughline/contracts';

/**
 * The properties of a file that are checked before it is uploaded. This file is separate, because its schemas are loaded only when a file
 * is chosen.
 */
export type FileToAttach = Pick<File, 'name' | 'size' | 'slice'>;

/** Why a file cannot be attached, in the words of the API; null if it passes the console's checks. */
export async function fileFault(file: FileToAttach, attached: readonly string[]): Promise<string | null> {
  if (file.size > MAX_UPLOAD_BYTES) return TOO_BIG;
  const head = new Uint8Array(await file.slice(0, START_OF_PDF_BYTES).arrayBuffer());
  if (typeof startOfPdf(head) === 'string') return NOT_A_PDF;
  const { error } = uploadedFileName.safeParse(file.name);
  if (error) return error.issues[0]?.message ?? NOT_A_PDF;
  const name = file.name.trim().toLowerCase();
  if (attached.some((other) => other.trim().toLowerCase() === name))
    return 'A file with this name is attached already.';
  return null;
}
