import type { UploadAnswer } from '@throughline/contracts';
import { api, type UploadOptions } from '../../../api/api.js';
import { credentials } from '../../../api/credentials.js';

/** Attaches a PDF to a referral; answers its number there. */
export function uploadFile(referralId: string, file: File, options: UploadOptions): Promise<UploadAnswer> {
  const form = new FormData();
  // Before the file: whoever reads the form as it comes knows by then who sends it.
  form.append('userId', credentials().userId() ?? '');
  form.append('file', file);
  const path = `/pdf/referral/${referralId}/upload/fileName/${encodeURIComponent(file.name)}`;
  return api.upload<UploadAnswer>(path, form, options);
}
