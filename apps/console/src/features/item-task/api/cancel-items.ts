import type { CancelItemsBody } from '@throughline/contracts';
import { api, type WriteOptions } from '../../../api/api.js';

/** POST /tasks/cancel-items: stopped items are closed for good. */
export const cancelItems = (body: CancelItemsBody, options: WriteOptions): Promise<null> =>
  api.post<null>('/tasks/cancel-items', body, options);
