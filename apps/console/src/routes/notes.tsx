import { SavedViews } from '../features/account/components/saved-views.js';
import { NoteListPage } from '../features/note/components/note-list-page.js';
import { RequireSignIn } from '../session/require-sign-in.js';

export function Component() {
  return (
    <RequireSignIn title="Notes">
      <NoteListPage views={<SavedViews screen="notes" />} />
    </RequireSignIn>
  );
}
