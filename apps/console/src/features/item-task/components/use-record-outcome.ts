import { queryClient } from '../../../api/query-client.js';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import type { TaskActionProps } from '../task/available-actions.js';

/** Name of the query of what was recorded of a case. */
export const TASK_OUTCOMES = 'task-outcomes';

/** A page that is read again after a command has its change already, and then hears nothing that would have this read again. */
const readOutcomesAgain = () => void queryClient.invalidateQueries({ queryKey: [TASK_OUTCOMES] });

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
      readOutcomesAgain();
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
  return useCommand('POST /tasks/outcomes/{outcomeId}/undo', {
    onSuccess: () => {
      toast('Undone: the items are back in their task');
      readOutcomesAgain();
      onSettled();
    },
    onError: (error) => {
      toast(error.message, 'error');
      onSettled();
    },
  });
}
