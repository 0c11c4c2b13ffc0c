import { SavedViews } from '../features/account/views/saved-views.js';
import { NoteListPage } from '../features/note/list/note-list-page.js';
import { RequireSignIn } from '../session/require-sign-in.js';
import english from '../../texts/en/note-list.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('note-list', english);

export function Component() {
  const t = useTexts();
  return (
    <RequireSignIn title={t('title')}>
      <NoteListPage views={<SavedViews screen="notes" />} />
    </RequireSignIn>
  );
}
