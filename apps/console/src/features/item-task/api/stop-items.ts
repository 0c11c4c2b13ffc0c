import type { StopItemsBody } from '@throughline/contracts';
import { api, type WriteOptions } from '../../../api/api.js';

/** POST /tasks/{taskId}/stop (ordering specification, section 4, Stopping items). */
export const stopItems = (
  { taskId, ...body }: StopItemsBody & { readonly taskId: string },
  options: WriteOptions,
): Promise<null> => api.post<null>(`/tasks/${taskId}/stop`, body, options);
