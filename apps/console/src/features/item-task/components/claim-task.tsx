import { Button } from '@mui/material';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { claimTask } from '../api/claim-task.js';
import type { TaskActionProps } from '../task/worked-task.js';

/** Takes a task that nobody holds. When somebody was first, their name shows instead. */
export function useClaimTask({ task, onSettled }: TaskActionProps) {
  return useCommand(claimTask, {
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
    <Button variant="outlined" loading={claim.isPending} onClick={() => claim.mutate(props.task.taskId)}>
      Claim
    </Button>
  );
}
