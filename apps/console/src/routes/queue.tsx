import { maySeeQueue } from '@throughline/domain';
import { TaskQueuePage } from '../features/item-task/components/task-queue-page.js';
import { RequireRole } from '../session/require-role.js';

export function Component() {
  return (
    <RequireRole title="Queue" may={maySeeQueue}>
      <TaskQueuePage />
    </RequireRole>
  );
}
