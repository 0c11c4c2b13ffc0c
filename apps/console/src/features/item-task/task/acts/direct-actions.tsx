import { Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { ApiError } from '../../../../api/api-error.js';
import { useCommand } from '../../../../api/use-command.js';
import { userAtom } from '../../../../session/session.js';
import { toast, toastFailed } from '../../../../ui/announcer.js';
import { WithMeaning } from '../../../../ui/words/with-meaning.js';
import {
  ACTION_LABELS,
  DIRECT_ACTIONS,
  type DirectAction,
  type TaskActionProps,
  type WorkedTask,
} from './available-actions.js';
import { useLostAnswer } from '../../../../meanwhile/use-lost-answer.js';

/** Whether the page shows the state that the action leads to, no matter who acted. */
function isAsWanted(action: DirectAction, { assignee, onHold, completedAt }: WorkedTask, userId: string | undefined) {
  if (completedAt !== null) return true;
  const holder = assignee?.userId;
  return { claim: holder === userId, release: holder !== userId, resume: !onHold }[action];
}

/** An action without a dialog. A refusal, for example because another person was first, is announced. */
function useDirectAction(action: DirectAction, { task, onSettled }: TaskActionProps) {
  const { endpoint, done } = DIRECT_ACTIONS[action];
  const userId = useAtomValue(userAtom)?.id;
  const command = useCommand(endpoint, {
    onSuccess: () => {
      toast(done(task.task));
      onSettled();
    },
    onError: (error) => {
      const [changed] = error instanceof ApiError ? Object.values(error.errors ?? {}) : [];
      toastFailed(`${ACTION_LABELS[action]} ${task.task}`, changed ?? error.message);
      onSettled();
    },
  });
  useLostAnswer(command, isAsWanted(action, task, userId));
  return command;
}

/** The request to take off a hold states the hold on screen. */
export const requestOf = (action: DirectAction, { taskId, onHold }: Pick<WorkedTask, 'taskId' | 'onHold'>) => ({
  params: { taskId },
  ...(action === 'resume' && onHold && { body: { seen: { until: onHold.until, reason: onHold.reason } } }),
});

/** Claims any of the shown tasks. `onSettled` is called after every answer. */
export function useClaim(
  shown: readonly Pick<WorkedTask, 'taskId' | 'task' | 'assignee'>[],
  onSettled: (taskId: string) => void,
): (task: Pick<WorkedTask, 'taskId'>) => void {
  const userId = useAtomValue(userAtom)?.id;
  const find = (wanted: string | number | undefined) => shown.find(({ taskId }) => taskId === wanted);
  const claim = useCommand(DIRECT_ACTIONS.claim.endpoint, {
    onSuccess: (_, { params: { taskId } }) => {
      toast(DIRECT_ACTIONS.claim.done(find(taskId)?.task ?? 'The task'));
      onSettled(String(taskId));
    },
    onError: (error, { params: { taskId } }) => {
      toastFailed(`${ACTION_LABELS.claim} ${find(taskId)?.task ?? 'the task'}`, error.message);
      onSettled(String(taskId));
    },
  });
  useLostAnswer(claim, find(claim.variables?.params.taskId)?.assignee?.userId === userId);
  return ({ taskId }) => claim.mutate({ params: { taskId } });
}

export const useDirectActions = (props: TaskActionProps): Record<DirectAction, ReturnType<typeof useDirectAction>> => ({
  claim: useDirectAction('claim', props),
  release: useDirectAction('release', props),
  resume: useDirectAction('resume', props),
});

interface DirectActionButtonProps extends Pick<TaskActionProps, 'task'> {
  readonly action: DirectAction;
  /** Owned by the parent, because the answer may arrive after this button is gone. */
  readonly command: ReturnType<typeof useDirectAction>;
}

export function DirectActionButton({ action, command: { isPending, mutate }, task }: DirectActionButtonProps) {
  return (
    <WithMeaning of={ACTION_LABELS[action]}>
      {(described) => (
        <Button {...described} variant="outlined" loading={isPending} onClick={() => mutate(requestOf(action, task))}>
          {ACTION_LABELS[action]}
        </Button>
      )}
    </WithMeaning>
  );
}
