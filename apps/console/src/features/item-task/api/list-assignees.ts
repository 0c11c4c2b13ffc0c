import type { AssigneeOption } from '@throughline/contracts';
import { api } from '../../../api/api.js';

/** GET /tasks/assignees: people a task can be given to, by name. */
export const listAssignees = (signal?: AbortSignal): Promise<readonly AssigneeOption[]> =>
  api.get<readonly AssigneeOption[]>('/tasks/assignees', { signal });
