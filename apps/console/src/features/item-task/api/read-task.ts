import type { TaskQueueRow } from '@throughline/contracts';
import { api } from '../../../api/api.js';

/** GET /tasks/{taskId}: open or completed. Rejects with 404 when there is no such task. */
export const readTask = (taskId: string, signal?: AbortSignal): Promise<TaskQueueRow> =>
  api.get<TaskQueueRow>(`/tasks/${taskId}`, { signal });
