import type { ComponentProps } from 'react';
import { SavedViews } from '../features/account/views/saved-views.js';
import { NoteListPage } from '../features/note/list/note-list-page.js';
import { RequireSignIn } from '../session/require-sign-in.js';
import { onDemand } from '../ui/page/on-demand.js';
import english from '../../texts/en/note-list.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('note-list', english);

const ReplyToNote = onDemand(async () => (await import('../features/referral/notes/reply-to-note.js')).ReplyToNote);

const REPLY: ComponentProps<typeof NoteListPage>['reply'] = {
  preload: ReplyToNote.preload,
  open: ({ id, referralId }, { onClose, ...props }) => (
    <ReplyToNote key={id} {...props} referralId={referralId} noteId={id} onClose={onClose} onFailed={onClose} />
  ),
};

export function Component() {
  const t = useTexts();
  return (
    <RequireSignIn title={t('title')}>
      <NoteListPage views={<SavedViews screen="notes" />} reply={REPLY} />
    </RequireSignIn>
  );
}
