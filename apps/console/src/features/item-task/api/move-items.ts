import type { MoveItemsBody } from '@throughline/contracts';
import { api, type WriteOptions } from '../../../api/api.js';

/** POST /tasks/{taskId}/move: some items go on, the rest stay. */
export const moveItems = (
  { taskId, ...body }: MoveItemsBody & { readonly taskId: string },
  options: WriteOptions,
): Promise<null> => api.post<null>(`/tasks/${taskId}/move`, body, options);
