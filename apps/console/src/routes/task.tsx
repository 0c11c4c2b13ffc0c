import { maySeeQueue } from '@throughline/domain';
import { TaskPage } from '../features/item-task/components/task-page.js';
import { TaskFiles } from '../features/referral/files/task-files.js';
import { RequireRole } from '../session/require-role.js';

export function Component() {
  return (
    <RequireRole title="Task" may={maySeeQueue}>
      <TaskPage
        files={({ referralId, files }, { task }) => <TaskFiles referralId={referralId} files={files} task={task} />}
      />
    </RequireRole>
  );
}
