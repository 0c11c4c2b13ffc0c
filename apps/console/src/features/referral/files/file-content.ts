import { call } from '../../../api/api.js';
import { downloadFrom } from '../../../ui/save-file.js';

interface StoredFile {
  readonly referralId: string;
  readonly fileId: number;
}

/** Requests a link to the file, which is valid for a minute. Refused if the file is not as it was stored. */
function linkTo({ referralId: id, fileId }: StoredFile, signal?: AbortSignal): Promise<string> {
  return call('GET /pdf/referral/{id}/file/{fileId}', { params: { id, fileId } }, { ...(signal && { signal }) });
}

/** Downloads the file. The server names it after the referral. */
export async function downloadFile(file: StoredFile): Promise<void> {
  downloadFrom(await linkTo(file));
}

/** Fetches the content of the file for the preview. */
export async function fetchFileContent(file: StoredFile, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(await linkTo(file, signal), { signal });
  if (!response.ok) throw new Error('The file could not be read. Please try again.');
  return response.arrayBuffer();
}
