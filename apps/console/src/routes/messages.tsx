import { maySeeQueue } from '@throughline/domain';
import { MessageListPage } from '../features/inquiry/list/message-list-page.js';
import { RequireRole } from './router/require-role.js';

export function Component() {
  return (
    <RequireRole title="Messages" may={maySeeQueue}>
      <MessageListPage />
    </RequireRole>
  );
}
