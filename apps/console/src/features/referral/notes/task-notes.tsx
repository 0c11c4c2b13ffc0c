import { Button, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useUnreadNotes } from '../../../live/use-unread-notes.js';
import { userAtom } from '../../../session/session.js';
import { Loading } from '../../../ui/loading.js';
import { onDemand } from '../../../ui/on-demand.js';
import { WhenNear } from '../../../ui/when-near.js';
import { useUrlState } from '../../../ui/tables/url-state.js';

const NoteDialog = onDemand(async () => (await import('./note-dialog.js')).NoteDialog);
const LastNotes = onDemand(async () => (await import('./last-notes.js')).LastNotes);
const NotesOfTask = onDemand(async () => (await import('./notes-tab.js')).NotesOfTask);

/** Whether the notes are shown is part of the address, so that a notification of a note can link to the notes. */
const CLOSED = { notes: false };

/** The notes of a task's referral. The last two are shown at once, with the number of unread ones; the rest when they are opened. */
export function TaskNotes({ referralId }: { readonly referralId: string }) {
  const user = useAtomValue(userAtom);
  const [{ notes: isOpen }, setView] = useUrlState(CLOSED);
  const setOpen = (notes: boolean) => setView({ notes }, { replace: true });
  if (isOpen && user) {
    return <NotesOfTask referralId={referralId} user={user} fallback={<Loading />} onFailed={() => setOpen(false)} />;
  }
  return (
    <>
      <WhenNear>{user ? <LastNotes referralId={referralId} user={user} to="?notes=true" /> : null}</WhenNear>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Button
          onClick={() => setOpen(true)}
          onPointerEnter={NotesOfTask.preload}
          onFocus={NotesOfTask.preload}
          sx={{ ml: -1 }}
        >
          Read or write notes
        </Button>
        <WhenNear>
          <UnreadCount referralId={referralId} />
        </WhenNear>
      </Stack>
    </>
  );
}

function UnreadCount({ referralId }: { readonly referralId: string }) {
  const referralIds = useMemo(() => [referralId], [referralId]);
  const unread = useUnreadNotes(referralIds).of[referralId] ?? 0;
  return unread > 0 ? <Typography sx={{ fontWeight: 600 }}>{unread} unread</Typography> : null;
}

interface TextAsNoteProps {
  /** The id of the referral or of the recertification. */
  readonly caseId: string;
  readonly text: string;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** The dialog of a new internal note that begins with this text. */
export function TextAsNote({ caseId, text, onSent, onClose }: TextAsNoteProps) {
  const user = useAtomValue(userAtom);
  if (user === null) return null;
  return (
    <NoteDialog
      internal
      referralId={caseId}
      user={user}
      initial={text}
      onSent={onSent}
      onClose={onClose}
      onFailed={onClose}
    />
  );
}
