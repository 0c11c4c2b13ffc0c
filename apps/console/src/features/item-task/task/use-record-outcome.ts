import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { useLostAnswer } from '../../../meanwhile/use-lost-answer.js';
import type { TaskActionProps } from './available-actions.js';

/** Records an outcome. The announcement has a button that undoes it; the task's page has one as well. */
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

/** Undoes an outcome. A refusal, for example because the work has continued, is announced. */
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
  // The page shows nothing from which the result of the undo can be told, so a lost answer is asked for at once.
  useLostAnswer(undo, true);
  return undo;
}
