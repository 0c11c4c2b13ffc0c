import type { User } from '@throughline/contracts';
import { Box, Button, Dialog, DialogActions, DialogContent } from '@mui/material';
import { blockingError } from '../../../api/api-error.js';
import { ReadState } from '../../../ui/read-state.js';
import { ThreadItem } from './note-card.js';
import { NoteDialog } from './note-dialog.js';
import { externalNote, type ShownNote, type Thread, threadsOf } from './thread.js';
import { useNotes } from './use-notes.js';
import { useReadNotes } from './use-read-notes.js';
import english from '../../../../texts/en/note-dialog.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('note-dialog', english);

interface ReplyToNoteProps {
  readonly referralId: string;
  readonly noteId: string;
  readonly user: User;
  readonly onClose: () => void;
}

/**
 * Answers an external note where only its beginning is listed: the dialog of the notes tab, with the note and what was answered to it above
 * the fields. What was on the screen there counts as read, as in the tab.
 */
export function ReplyToNote({ referralId, noteId, user, onClose }: ReplyToNoteProps) {
  const t = useTexts();
  const read = useNotes(referralId);
  const { seen } = useReadNotes('notes', referralId);
  // Nothing of what was read before is shown to a person who may no longer read it. What they typed stays as a draft.
  const notes = blockingError(read) === null ? read.data?.notes : undefined;
  const thread = threadOf(notes?.map(externalNote) ?? [], noteId);
  if (thread === null) {
    return (
      <Dialog open onClose={onClose} aria-label={t('reply')}>
        <DialogContent>
          <ReadState read={read} failed={t('failed')} loading={t('loading')}>
            {() => t('gone')}
          </ReadState>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('close')}</Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <NoteDialog
      internal={false}
      referralId={referralId}
      user={user}
      replyTo={thread.note}
      onClose={onClose}
      above={
        // It scrolls within itself, so that the fields stay in view under a long thread.
        <Box component="ul" tabIndex={0} aria-label={t('thread')} sx={THREAD}>
          <ThreadItem thread={thread} userId={user.id} onSeen={({ id }) => seen(id)} />
        </Box>
      }
    />
  );
}

/** The note with what was answered to it; null if it is not in the list. */
export function threadOf(notes: readonly ShownNote[], noteId: string): Thread | null {
  const find = (threads: readonly Thread[]): Thread | null => {
    for (const thread of threads) {
      const found = thread.note.id === noteId ? thread : find(thread.replies);
      if (found) return found;
    }
    return null;
  };
  return find(threadsOf(notes));
}

const THREAD = { listStyle: 'none', m: 0, mb: 2, p: 0, maxHeight: '35vh', overflow: 'auto' } as const;
