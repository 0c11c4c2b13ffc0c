import { api, type WriteOptions } from '../../../api/api.js';

/** POST /tasks/{taskId}/release: one's own task goes back. Rejects with `item-task/claimed-by-another`. */
export const releaseTask = (taskId: string, options: WriteOptions): Promise<null> =>
  api.post<null>(`/tasks/${taskId}/release`, {}, options);
