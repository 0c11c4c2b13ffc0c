import { maySeeQueue } from '@throughline/domain';
import { TaskPage } from '../features/item-task/task/task-page.js';
import { SameOrders } from '../features/referral/detail/same-orders.js';
import { TaskFiles } from '../features/referral/files/task-files.js';
import { TaskNotes } from '../features/referral/notes/task-notes.js';
import { RequireRole } from '../session/require-role.js';

export function Component() {
  return (
    <RequireRole title="Task" may={maySeeQueue}>
      <TaskPage
        sections={({ referralId, files }, { task }) => ({
          Notes: <TaskNotes referralId={referralId} />,
          Files: <TaskFiles referralId={referralId} files={files} task={task} />,
        })}
        warning={(referralId) => <SameOrders referralId={referralId} />}
      />
    </RequireRole>
  );
}
