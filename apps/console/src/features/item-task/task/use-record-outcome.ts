import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { useLostAnswer } from '../../../meanwhile/use-lost-answer.js';
import type { TaskActionProps } from './available-actions.js';

/** Records an outcome. The message that announces it can take it back; so can the task's page. */
export function useRecordOutcome(
  { task, onSettled }: TaskActionProps,
  { onRecorded, announceErrors = false }: { readonly onRecorded?: () => void; readonly announceErrors?: boolean } = {},
) {
  const undo = useUndoOutcome(onSettled);
  return useCommand('POST /tasks/{taskId}/outcome', {
    onSuccess: ({ outcomeId }) => {
      const onAct = () => undo.mutate({ params: { outcomeId } });
      toast(`${task.task}: recorded`, 'success', { label: 'Undo', onAct });
      onSettled();
      onRecorded?.();
    },
    onError: (error) => {
      if (announceErrors) toast(error.message, 'error');
      onSettled();
    },
  });
}

/** Takes an outcome back. A refusal, such as that the work has gone on, is announced. */
export function useUndoOutcome(onSettled: () => void) {
  const undo = useCommand('POST /tasks/outcomes/{outcomeId}/undo', {
    onSuccess: () => {
      toast('Undone: the items are back in their task');
      onSettled();
    },
    onError: (error) => {
      toast(error.message, 'error');
      onSettled();
    },
  });
  // The page shows nothing by which one's own undo is known, so it is asked for at once.
  useLostAnswer(undo, true);
  return undo;
}
