import type { CaseId } from '@throughline/domain';
import { Button, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useUnreadNotes } from '../../../live/use-unread-notes.js';
import { usePast, useSameMoment, useViewer } from '../../../past/past.js';
import { userAtom } from '../../../session/session.js';
import { Loading } from '../../../ui/page/loading.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { WhenNear } from '../../../ui/page/when-near.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { LastNotesPlace } from './last-notes-place.js';

const NoteDialog = onDemand(async () => (await import('./note-dialog.js')).NoteDialog);
const NotesOfTask = onDemand(async () => (await import('./notes-tab.js')).NotesOfTask);

/** Whether the notes are shown is part of the address, so that a notification of a note can link to the notes. */
const CLOSED = { notes: false };

/** The notes of a task's referral. The last two are shown at once, with the number of unread ones; the rest when they are opened. */
export function TaskNotes({ referralId }: { readonly referralId: string }) {
  const user = useViewer();
  const past = usePast();
  const atSameMoment = useSameMoment();
  const [{ notes: isOpen }, setView] = useUrlState(CLOSED);
  const setOpen = (notes: boolean) => setView({ notes }, { replace: true });
  if (user === null) return null;
  return (
    <>
      {isOpen ? null : (
        <LastNotesPlace referralId={referralId} user={user} to={atSameMoment('?notes=true')} label="Last notes" />
      )}
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Button
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          onPointerEnter={NotesOfTask.preload}
          onFocus={NotesOfTask.preload}
          sx={{ ml: -1 }}
        >
          {isOpen ? 'Show the last two only' : past ? 'Read notes' : 'Read or write notes'}
        </Button>
        {isOpen ? null : (
          <WhenNear>
            <UnreadCount referralId={referralId} />
          </WhenNear>
        )}
      </Stack>
      {isOpen ? (
        <NotesOfTask referralId={referralId} user={user} fallback={<Loading />} onFailed={() => setOpen(false)} />
      ) : null}
    </>
  );
}

function UnreadCount({ referralId }: { readonly referralId: string }) {
  const referralIds = useMemo(() => [referralId], [referralId]);
  const unread = useUnreadNotes(referralIds).of[referralId] ?? 0;
  return unread > 0 ? <Typography sx={{ fontWeight: 600 }}>{unread} unread</Typography> : null;
}

interface TextAsNoteProps {
  readonly caseId: CaseId;
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
