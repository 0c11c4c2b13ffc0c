import { TaskPage } from '../features/item-task/components/task-page.js';
import { MUST_BE_EMPLOYEE, RequireRole } from '../session/require-role.js';

export function Component() {
  return (
    <RequireRole title="Task" roles={['staff', 'ops', 'admin']} denial={MUST_BE_EMPLOYEE}>
      <TaskPage />
    </RequireRole>
  );
}
