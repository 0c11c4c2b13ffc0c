import { TaskQueuePage } from '../features/item-task/components/task-queue-page.js';
import { RequireRole } from '../session/require-role.js';

export function Component() {
  return (
    <RequireRole title="Queue" roles={['staff', 'ops', 'admin']}>
      <TaskQueuePage />
    </RequireRole>
  );
}
