import { api, type WriteOptions } from '../../../api/api.js';

/** POST /eligible-patients/imports/{id}/cancel */
export const cancelImport = (importId: string, options: WriteOptions): Promise<null> =>
  api.post<null>(`/eligible-patients/imports/${importId}/cancel`, {}, options);
