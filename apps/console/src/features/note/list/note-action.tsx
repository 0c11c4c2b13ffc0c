import type { NoteListRow } from '@throughline/contracts';
import { mayWorkTasks } from '@throughline/domain';
import { Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useCommand } from '../../../api/use-command.js';
import { userAtom } from '../../../session/session.js';
import { toast } from '../../../ui/announcer.js';

/** Says that the action of a note is done. The live feed then marks the row, which keeps its place and offers to undo it. */
export function NoteAction({ note: { id: noteId, referralId, actionNeeded } }: { readonly note: NoteListRow }) {
  const user = useAtomValue(userAtom);
  const onError = (error: Error) => toast(error.message, 'error');
  const finish = useCommand('POST /notes/action-done', { onSuccess: () => toast('Action done'), onError });
  const request = useCommand('POST /notes/action-needed', { onSuccess: () => toast('Action needed again'), onError });
  if (user === null || !mayWorkTasks(user)) return null;
  const [words, command] = actionNeeded ? (['Done', finish] as const) : (['Undo', request] as const);
  return (
    <Button
      size="small"
      variant="outlined"
      aria-label={`${words}: the note of referral ${referralId}`}
      loading={command.isPending}
      onClick={() => command.mutate({ body: { noteId } })}
    >
      {words}
    </Button>
  );
}
