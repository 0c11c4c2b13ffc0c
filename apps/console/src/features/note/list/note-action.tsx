import type { NoteListRow } from '@throughline/contracts';
import { mayWorkTasks } from '@throughline/domain';
import { Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useCommand } from '../../../api/use-command.js';
import { userAtom } from '../../../session/session.js';
import { toast, toastFailed } from '../../../ui/announcer.js';
import english from '../../../../texts/en/note-list.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('note-list', english);

/** Marks the action of a note as done. A live change then marks the row, which keeps its place and offers Undo. */
export function NoteAction({ note: { id: noteId, referralId, actionNeeded } }: { readonly note: NoteListRow }) {
  const t = useTexts();
  const words = useWords();
  const user = useAtomValue(userAtom);
  const ofReferral = (verb: string) => t('ofReferral', { verb, id: referralId });
  const onError = (verb: string) => (error: Error) => toastFailed(ofReferral(verb), words(error.message));
  const finish = useCommand('POST /notes/action-done', {
    onSuccess: () => toast(t('actionDone')),
    onError: onError(t('done')),
  });
  const request = useCommand('POST /notes/action-needed', {
    onSuccess: () => toast(t('actionAgain')),
    onError: onError(t('undo')),
  });
  if (user === null || !mayWorkTasks(user)) return null;
  const [verb, command] = actionNeeded ? ([t('done'), finish] as const) : ([t('undo'), request] as const);
  return (
    <Button
      size="small"
      variant="outlined"
      aria-label={ofReferral(verb)}
      loading={command.isPending}
      onClick={() => command.mutate({ body: { noteId } })}
    >
      {verb}
    </Button>
  );
}
