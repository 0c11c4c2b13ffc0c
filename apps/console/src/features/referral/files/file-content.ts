import { call } from '../../../api/api.js';

interface StoredFile {
  readonly referralId: string;
  readonly fileId: number;
}

/** Where the file is for a minute. Every link that is given out is in the access log, whatever it is used for. */
function linkTo({ referralId: id, fileId }: StoredFile, signal?: AbortSignal): Promise<string> {
  return call('GET /pdf/referral/{id}/file/{fileId}', { params: { id, fileId } }, { ...(signal && { signal }) });
}

/** Downloads the file under the name of its referral. */
export async function downloadFile(file: StoredFile): Promise<void> {
  const anchor = document.createElement('a');
  anchor.href = await linkTo(file);
  anchor.download = '';
  anchor.click();
}

/** The content of the file, which is downloaded for it. */
export async function fetchFileContent(file: StoredFile, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(await linkTo(file, signal), { signal });
  if (!response.ok) throw new Error('The file could not be read. Please try again.');
  return response.arrayBuffer();
}
