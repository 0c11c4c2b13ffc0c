import { api } from '../../../api/api.js';

/** Asks for a link that is good for a minute, and lets the browser download it. */
export async function openFile(referralId: string, fileId: number): Promise<void> {
  const link = await api.get<string>(`/pdf/referral/${referralId}/file/${fileId}`);
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.download = '';
  anchor.click();
}
