import { LARGEST_UPLOAD, NOT_A_PDF, PDF_HEADER, TOO_BIG, uploadedFileName } from '@throughline/contracts';

/** What is looked at of a file before it is sent anywhere. */
export type FileToAttach = Pick<File, 'name' | 'size' | 'slice'>;

/** Why a file cannot be attached, in the words that the server would use; null if it can, as far as is to be seen from here. */
export async function whyNot(file: FileToAttach, attached: readonly string[]): Promise<string | null> {
  if (file.size > LARGEST_UPLOAD) return TOO_BIG;
  const head = await file.slice(0, PDF_HEADER.length).text();
  if (head !== PDF_HEADER) return NOT_A_PDF;
  const { error } = uploadedFileName.safeParse(file.name);
  if (error) return error.issues[0]?.message ?? NOT_A_PDF;
  const name = file.name.trim().toLowerCase();
  if (attached.some((other) => other.trim().toLowerCase() === name))
    return 'A file with this name is attached already.';
  return null;
}
