import { Button } from '@mui/material';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { releaseTask } from '../api/release-task.js';
import type { TaskActionProps } from '../task/worked-task.js';

/** Gives one's own task back to everybody. */
export function useReleaseTask({ task, onSettled }: TaskActionProps) {
  return useCommand(releaseTask, {
    onSuccess: () => {
      toast(`${task.task} is nobody's again`);
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
    <Button variant="outlined" loading={release.isPending} onClick={() => release.mutate(props.task.taskId)}>
      Release
    </Button>
  );
}
