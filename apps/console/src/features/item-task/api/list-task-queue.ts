import type { QueueTab, TaskQueue } from '@throughline/contracts';
import { api } from '../../../api/api.js';

/** Several values of a filter are joined by commas; `sortModel` is JSON. */
export interface TaskQueueQuestion {
  readonly tab: QueueTab;
  readonly search: string;
  readonly department: string;
  readonly task: string;
  readonly category: string;
  readonly state: string;
  readonly sortModel: string;
  readonly page: number;
  readonly pageSize: number;
}

/** GET /tasks: one page of a tab of the staff's queue, and the counts of all tabs under the same filters. */
export const listTaskQueue = (query: TaskQueueQuestion, signal?: AbortSignal): Promise<TaskQueue> =>
  api.get<TaskQueue>('/tasks', { query: { ...query }, signal });
