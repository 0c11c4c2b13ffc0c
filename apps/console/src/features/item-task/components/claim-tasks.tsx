import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.js';
import { call } from '../../../api/api.js';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { countOf, type TaskActionProps } from '../task/available-actions.js';

/** Claims a task. If another person was first, the refusal names them. */
export function useClaimTask({ task, onSettled }: TaskActionProps) {
  return useCommand('POST /tasks/{taskId}/claim', {
    onSuccess: () => {
      toast(`${task.task} is yours`);
      onSettled();
    },
    onError: (error) => {
      toast(error.message, 'error');
      onSettled();
    },
  });
}

export function ClaimTask(props: TaskActionProps) {
  const claim = useClaimTask(props);
  return (
    <Button
      variant="outlined"
      loading={claim.isPending}
      onClick={() => claim.mutate({ params: { taskId: props.task.taskId } })}
    >
      Claim
    </Button>
  );
}

/** Releases the person's own task. */
export function useReleaseTask({ task, onSettled }: TaskActionProps) {
  return useCommand('POST /tasks/{taskId}/release', {
    onSuccess: () => {
      toast(`${task.task} was released`);
      onSettled();
    },
    onError: (error) => {
      toast(error.message, 'error');
      onSettled();
    },
  });
}

export function ReleaseTask(props: TaskActionProps) {
  const release = useReleaseTask(props);
  return (
    <Button
      variant="outlined"
      loading={release.isPending}
      onClick={() => release.mutate({ params: { taskId: props.task.taskId } })}
    >
      Release
    </Button>
  );
}

interface ClaimTasksProps {
  readonly taskIds: readonly string[];
  readonly onSettled: () => void;
}

/** Claims several tasks. Tasks of other people are refused; claiming one's own task changes nothing. */
export function ClaimTasks({ taskIds, onSettled }: ClaimTasksProps) {
  const claim = useMutation({
    mutationFn: claimEach,
    onSuccess: (refused) => {
      const claimed = taskIds.length - refused.length;
      if (claimed > 0) toast(`${countOf(claimed, 'task')} claimed`);
      if (refused[0]) toast(`${countOf(refused.length, 'task')} not claimed: ${refused[0].message}`, 'error');
    },
    onError: (error) => toast(error.message, 'error'),
    onSettled,
  });
  return (
    <Button size="small" loading={claim.isPending} onClick={() => claim.mutate(taskIds)}>
      Claim
    </Button>
  );
}

/** Claims one task after the other. Resolves with the refusals; rejects at the first request without an answer. */
async function claimEach(taskIds: readonly string[]): Promise<readonly ApiError[]> {
  const refused: ApiError[] = [];
  for (const taskId of taskIds) {
    try {
      await call('POST /tasks/{taskId}/claim', { params: { taskId } });
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isDefinite) throw error;
      refused.push(error);
    }
  }
  return refused;
}
