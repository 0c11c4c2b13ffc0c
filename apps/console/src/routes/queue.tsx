import { maySeeQueue } from '@throughline/domain';
import { SavedViews } from '../features/account/views/saved-views.js';
import { TaskQueuePage } from '../features/item-task/queue/task-queue-page.js';
import { RequireRole } from './router/require-role.js';

export function Component() {
  return (
    <RequireRole title="Queue" may={maySeeQueue}>
      <TaskQueuePage views={<SavedViews screen="queue" />} />
    </RequireRole>
  );
}
