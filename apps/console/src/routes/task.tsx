import { maySeeQueue } from '@throughline/domain';
import { TaskPage } from '../features/item-task/components/task-page.js';
import { RequireRole } from '../session/require-role.js';

export function Component() {
  return (
    <RequireRole title="Task" may={maySeeQueue}>
      <TaskPage />
    </RequireRole>
  );
}
