import { TaskQueuePage } from '../features/item-task/components/task-queue-page.js';
import { MUST_BE_EMPLOYEE, RequireRole } from '../session/require-role.js';

export function Component() {
  return (
    <RequireRole title="Queue" roles={['staff', 'ops', 'admin']} denial={MUST_BE_EMPLOYEE}>
      <TaskQueuePage />
    </RequireRole>
  );
}
