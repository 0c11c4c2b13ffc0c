import { Button, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import { useUnreadNotes } from '../../../live/use-unread-notes.js';
import { userAtom } from '../../../session/session.js';
import { onDemand } from '../../../ui/on-demand.js';

const NotesOfTask = onDemand(async () => (await import('./notes-tab.js')).NotesOfTask);

/** The notes of a task's referral: how many are unread at once; the notes are read when they are asked for. */
export function TaskNotes({ referralId }: { readonly referralId: string }) {
  const user = useAtomValue(userAtom);
  const [open, setOpen] = useState(false);
  const referralIds = useMemo(() => [referralId], [referralId]);
  const unread = useUnreadNotes(referralIds).of[referralId] ?? 0;
  if (open && user) return <NotesOfTask referralId={referralId} user={user} onFailed={() => setOpen(false)} />;
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
