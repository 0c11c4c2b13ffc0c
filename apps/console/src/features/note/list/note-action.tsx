import type { NoteListRow } from '@throughline/contracts';
import { mayWorkTasks } from '@throughline/domain';
import { Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useCommand } from '../../../api/use-command.js';
import { userAtom } from '../../../session/session.js';
import { toast } from '../../../ui/announcer.js';
import english from '../../../../texts/en/note-list.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('note-list', english);

/** Marks the action of a note as done. A live change then marks the row, which keeps its place and offers Undo. */
export function NoteAction({ note: { id: noteId, referralId, actionNeeded } }: { readonly note: NoteListRow }) {
  const t = useTexts();
  const words = useWords();
  const user = useAtomValue(userAtom);
  const onError = (error: Error) => toast(words(error.message), 'error');
  const finish = useCommand('POST /notes/action-done', { onSuccess: () => toast(t('actionDone')), onError });
  const request = useCommand('POST /notes/action-needed', { onSuccess: () => toast(t('actionAgain')), onError });
  if (user === null || !mayWorkTasks(user)) return null;
  const [verb, command] = actionNeeded ? ([t('done'), finish] as const) : ([t('undo'), request] as const);
  return (
    <Button
      size="small"
      variant="outlined"
      aria-label={t('ofReferral', { verb, id: referralId })}
      loading={command.isPending}
      onClick={() => command.mutate({ body: { noteId } })}
    >
      {verb}
    </Button>
  );
}
