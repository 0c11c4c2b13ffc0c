import type { AssignTasksAnswer, AssignTasksBody } from '@throughline/contracts';
import { api, type WriteOptions } from '../../../api/api.js';

/** POST /tasks/assign: each task is decided by itself, so some may be given and others not. */
export const assignTasks = (body: AssignTasksBody, options: WriteOptions): Promise<AssignTasksAnswer> =>
  api.post<AssignTasksAnswer>('/tasks/assign', body, options);
