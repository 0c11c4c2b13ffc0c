import { editableUntil } from '@throughline/domain';
import { Box, Button, Chip, Paper, Stack, Typography } from '@mui/material';
import { useNow } from '../../../ui/use-clock.js';
import { When } from '../../../ui/words/when.js';
import { NoteHtml } from '../../../note-text/note-html.js';
import { useState } from 'react';
import { type ShownNote, type Thread, threadsOf } from './thread.js';
import { useSeen } from './use-seen.js';
import english from '../../../../texts/en/notes.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';
import { usePast } from '../../../past/past.js';

const useTexts = textsOf('notes', english);

interface NoteActions {
  readonly userId: string;
  /** Left out, with all others but `onSeen`, where the notes are only read. None has an effect at an earlier moment. */
  readonly onReply?: (note: ShownNote) => void;
  readonly onEdit?: (note: ShownNote) => void;
  readonly onDelete?: (note: ShownNote) => void;
  readonly onMarkUnread?: (note: ShownNote) => void;
  /** Marks the action of a note as done or as needed. Only for people who work tasks. */
  readonly onAction?: (note: ShownNote, isDone: boolean) => void;
  readonly onSeen?: (note: ShownNote) => void;
}

/** How many threads are shown at first, and how many more with each click. */
const THREADS_AT_ONCE = 30;

interface ThreadListProps extends NoteActions {
  /** Oldest first. */
  readonly notes: readonly ShownNote[];
  readonly empty: string;
}

/** The notes as threads, newest thread first. */
export function ThreadList({ notes, empty, ...actions }: ThreadListProps) {
  const t = useTexts();
  const [count, setCount] = useState(THREADS_AT_ONCE);
  const threads = threadsOf(notes);
  const hidden = threads.length - count;
  if (threads.length === 0) return <Typography color="textSecondary">{empty}</Typography>;
  return (
    <>
      <Stack component="ul" sx={{ ...LIST, gap: 2 }}>
        {threads.slice(0, count).map((thread) => (
          <ThreadItem key={thread.note.id} thread={thread} {...actions} />
        ))}
      </Stack>
      {hidden > 0 ? (
        <Button sx={{ mt: 2 }} onClick={() => setCount(count + THREADS_AT_ONCE)}>
          {t('earlier', { count: hidden })}
        </Button>
      ) : null}
    </>
  );
}

interface ThreadItemProps extends NoteActions {
  readonly thread: Thread;
  readonly level?: number;
}

/** The deepest indented level of replies. More levels would leave no room for the text. */
const MAX_INDENTS = 3;

/** A note with what was answered to it. */
export function ThreadItem({ thread: { note, replies }, level = 0, ...actions }: ThreadItemProps) {
  return (
    <Box component="li">
      <NoteCard note={note} {...actions} />
      {replies.length > 0 ? (
        <Stack component="ul" sx={{ ...LIST, mt: 1, gap: 1, pl: level < MAX_INDENTS ? { xs: 2, sm: 4 } : 0 }}>
          {replies.map((reply) => (
            <ThreadItem key={reply.note.id} thread={reply} level={level + 1} {...actions} />
          ))}
        </Stack>
      ) : null}
    </Box>
  );
}

const LIST = { listStyle: 'none', m: 0, p: 0 } as const;

function NoteCard({
  note,
  userId,
  onReply,
  onEdit,
  onDelete,
  onMarkUnread,
  onAction,
  onSeen,
}: Omit<ThreadItemProps, 'thread'> & { readonly note: ShownNote }) {
  const t = useTexts();
  const past = usePast();
  const seen = useSeen(note.unread === true && onSeen && !past ? () => onSeen(note) : null);
  const isOwn = note.authorId === userId;
  const name = note.authorName;
  return (
    <Paper
      ref={seen}
      component="article"
      variant="outlined"
      aria-label={t('noteOf', { name })}
      sx={{
        p: 2,
        borderLeft: 4,
        borderLeftColor: note.fromProvider ? 'primary.main' : 'secondary.main',
        ...(note.unread && { bgcolor: 'action.hover' }),
      }}
    >
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', mb: 1 }}>
        <Typography component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Chip
          size="small"
          variant="outlined"
          color={note.fromProvider ? 'primary' : 'secondary'}
          label={
            note.fromProvider
              ? t('provider', { company: note.company ?? 'Throughline' })
              : (note.company ?? t('noCompany'))
          }
          sx={{ maxWidth: '100%' }}
        />
        <Typography component="span" variant="body2" color="textSecondary">
          <When at={note.writtenAt} />
          {note.editedAt === null ? null : t('edited')}
        </Typography>
        {note.isInternal ? <Chip size="small" variant="outlined" label={t('internal')} /> : null}
        {note.unread ? <Chip size="small" color="primary" label={t('unread')} /> : null}
        {note.actionNeeded ? <Chip size="small" color="warning" variant="outlined" label={t('actionNeeded')} /> : null}
        {note.actionDone ? (
          <Typography component="span" variant="body2" color="textSecondary">
            <ActionDone {...note.actionDone} />
          </Typography>
        ) : null}
        {note.isDeleted ? <Chip size="small" color="error" variant="outlined" label={t('deleted')} /> : null}
      </Stack>
      <NoteHtml html={note.html} />
      {note.isDeleted || !onReply || past ? null : (
        <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap', mt: 1, ml: -1 }}>
          <Button size="small" aria-label={t('replyTo', { name })} onClick={() => onReply(note)}>
            {t('reply')}
          </Button>
          {isOwn && onEdit ? <EditButton note={note} userId={userId} onEdit={onEdit} /> : null}
          {isOwn && onDelete ? (
            <Button size="small" color="error" aria-label={t('deleteNote', { name })} onClick={() => onDelete(note)}>
              {t('delete')}
            </Button>
          ) : null}
          {onAction ? (
            <Button
              size="small"
              aria-label={t(note.actionNeeded ? 'markNoteDone' : 'markNoteNeeded', { name })}
              onClick={() => onAction(note, note.actionNeeded === true)}
            >
              {t(note.actionNeeded ? 'markDone' : 'markNeeded')}
            </Button>
          ) : null}
          {!isOwn && !note.unread && onMarkUnread ? (
            <Button size="small" aria-label={t('markNoteUnread', { name })} onClick={() => onMarkUnread(note)}>
              {t('markUnread')}
            </Button>
          ) : null}
        </Stack>
      )}
    </Paper>
  );
}

function ActionDone({ by, at }: NonNullable<ShownNote['actionDone']>) {
  return useTexts().rich('actionDone', { name: by, when: () => <When at={at} /> });
}

type EditButtonProps = Pick<NoteActions, 'userId'> & {
  readonly note: ShownNote;
  readonly onEdit: (note: ShownNote) => void;
};

/** Offers Edit to the author, with the minutes that are left. */
function EditButton({ note, userId, onEdit }: EditButtonProps) {
  const t = useTexts();
  const now = useNow();
  const facts = { parentNoteId: note.parentId, authorUserId: note.authorId, writtenAt: note.writtenAt };
  const until = editableUntil(facts, userId);
  // The clock ticks once a minute, so a note may be newer than `now`.
  const minutes = until === null ? 0 : Math.min(60, Math.ceil((until - now) / 60_000));
  if (minutes <= 0) return null;
  return (
    <Button size="small" onClick={() => onEdit(note)}>
      {t('edit', { minutes })}
    </Button>
  );
}
