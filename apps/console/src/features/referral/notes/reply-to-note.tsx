import type { User } from '@throughline/contracts';
import { maySeeQueue, pathTo } from '@throughline/domain';
import { Box, Button, Dialog, DialogActions, DialogContent, Link as TextLink, Stack, Typography } from '@mui/material';
import { Link } from 'react-router-dom';
import { Loading } from '../../../ui/page/loading.js';
import { ReadState } from '../../../ui/page/read-state.js';
import { ThreadItem } from './note-card.js';
import { NoteDialog } from './note-dialog.js';
import { notesBefore, type ShownNote, type Thread, threadsOf } from './thread.js';
import { useNotes } from './use-notes.js';
import { useReadNotes } from './use-read-notes.js';
import { externalOf, type ReadNotes, useShownInternalNotes } from './use-shown-notes.js';
import english from '../../../../texts/en/note-dialog.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('note-dialog', english);

interface ReplyToNoteProps {
  readonly referralId: string;
  readonly noteId: string;
  readonly user: User;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

/**
 * Reads and answers an external note where only its beginning is listed: the dialog of the notes tab, with the note, the notes before it and
 * what was answered to it above the fields. What was on the screen there counts as read, as in the tab.
 */
export function ReplyToNote(props: ReplyToNoteProps) {
  return maySeeQueue(props.user) ? <AmongBothKinds {...props} /> : <Reply {...props} internal={NONE} />;
}

const NONE: readonly ShownNote[] = [];

const AmongBothKinds = (props: ReplyToNoteProps) => (
  <Reply {...props} internal={useShownInternalNotes(props.referralId)} />
);

interface ReplyProps extends ReplyToNoteProps {
  readonly internal: ReadNotes;
}

function Reply({ referralId, noteId, user, internal, onClose, onSent }: ReplyProps) {
  const t = useTexts();
  const read = useNotes(referralId);
  const { seen } = useReadNotes('notes', referralId);
  const { seen: seenInternal } = useReadNotes('internal-notes', referralId);
  // Nothing of what was read before is shown to a person who may no longer read it. What they typed stays as a draft.
  const notes = externalOf(read);
  const thread = threadOf(notes ?? [], noteId);
  if (thread === null || internal === undefined) {
    return (
      <Dialog open onClose={onClose} aria-label={t('reply')}>
        <DialogContent>
          <ReadState read={read} failed={t('failed')} loading={t('loading')}>
            {() => (thread === null ? t('gone') : <Loading label={t('loading')} />)}
          </ReadState>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('close')}</Button>
        </DialogActions>
      </Dialog>
    );
  }
  const { last: earlier, hasMore } = notesBefore([...(notes ?? []), ...(internal ?? [])], thread.note);
  const onSeen = ({ id, isInternal }: ShownNote) => (isInternal ? seenInternal : seen)(id);
  return (
    <NoteDialog
      internal={false}
      referralId={referralId}
      user={user}
      replyTo={thread.note}
      onClose={onClose}
      onSent={onSent}
      above={
        <>
          <Stack direction="row" sx={{ mb: 1, columnGap: 2, flexWrap: 'wrap', justifyContent: 'space-between' }}>
            <Typography variant="body2" color="textSecondary">
              {t(hasMore ? 'lastEarlier' : 'earlier', { count: earlier.length })}
              {internal === null ? ` ${t('withoutInternal')}` : null}
            </Typography>
            <TextLink component={Link} to={`${pathTo.referral(referralId)}?tab=notes`} variant="body2">
              {t('allNotes')}
            </TextLink>
          </Stack>
          {/* It scrolls within itself, so that the fields stay in view under a long thread. */}
          <Box role="group" tabIndex={0} aria-label={t('thread')} sx={AREA}>
            {earlier.length > 0 ? (
              <Stack component="ul" sx={{ ...LIST, gap: 1, mb: 1 }}>
                {earlier.map((note) => (
                  <ThreadItem key={note.id} thread={{ note, replies: [] }} userId={user.id} onSeen={onSeen} />
                ))}
              </Stack>
            ) : null}
            <Box component="ul" ref={scrollTo} sx={LIST}>
              <ThreadItem thread={thread} userId={user.id} onSeen={onSeen} />
            </Box>
          </Box>
        </>
      }
    />
  );
}

/** The area begins at the note; those before it are read by scrolling up. */
function scrollTo(thread: HTMLElement | null): void {
  if (thread?.parentElement) thread.parentElement.scrollTop = thread.offsetTop;
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

const AREA = {
  position: 'relative',
  mb: 2,
  maxHeight: 'max(120px, min(35vh, 100vh - 590px))',
  overflow: 'auto',
} as const;
const LIST = { listStyle: 'none', m: 0, p: 0 } as const;
