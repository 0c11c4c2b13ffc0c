import { api, type WriteOptions } from '../../../api/api.js';

/** POST /tasks/{taskId}/claim. Rejects with `item-task/claimed-by-another`. */
export const claimTask = (taskId: string, options: WriteOptions): Promise<null> =>
  api.post<null>(`/tasks/${taskId}/claim`, {}, options);
