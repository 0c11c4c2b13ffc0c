import { Button, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useUnreadNotes } from '../../../live/use-unread-notes.js';
import { userAtom } from '../../../session/session.js';
import { Loading } from '../../../ui/loading.js';
import { onDemand } from '../../../ui/on-demand.js';
import { useUrlState } from '../../../ui/tables/url-state.js';

const NotesOfTask = onDemand(async () => (await import('./notes-tab.js')).NotesOfTask);

/** Whether the notes are shown is part of the address, so that a notification of a note can link to the notes. */
const CLOSED = { notes: false };

/** The notes of a task's referral. The number of unread notes is shown at once; the notes are read when they are opened. */
export function TaskNotes({ referralId }: { readonly referralId: string }) {
  const user = useAtomValue(userAtom);
  const [{ notes: isOpen }, setView] = useUrlState(CLOSED);
  const setOpen = (notes: boolean) => setView({ notes }, { replace: true });
  const referralIds = useMemo(() => [referralId], [referralId]);
  const unread = useUnreadNotes(referralIds).of[referralId] ?? 0;
  if (isOpen && user) {
    return <NotesOfTask referralId={referralId} user={user} fallback={<Loading />} onFailed={() => setOpen(false)} />;
  }
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
      <Button
        onClick={() => setOpen(true)}
        onPointerEnter={NotesOfTask.preload}
        onFocus={NotesOfTask.preload}
        sx={{ ml: -1 }}
      >
        Read or write notes
      </Button>
      {unread > 0 ? <Typography sx={{ fontWeight: 600 }}>{unread} unread</Typography> : null}
    </Stack>
  );
}
