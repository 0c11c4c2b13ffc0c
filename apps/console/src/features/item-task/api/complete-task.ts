import type { CompleteTaskBody } from '@throughline/contracts';
import { api, type WriteOptions } from '../../../api/api.js';

/** POST /tasks/{taskId}/complete: every item goes to its next task. */
export const completeTask = (
  { taskId, ...body }: CompleteTaskBody & { readonly taskId: string },
  options: WriteOptions,
): Promise<null> => api.post<null>(`/tasks/${taskId}/complete`, body, options);
