import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.js';
import { toast } from '../../../ui/announcer.js';
import { claimTask } from '../api/claim-task.js';
import { countOf } from '../task/worked-task.js';

interface ClaimTasksProps {
  readonly taskIds: readonly string[];
  readonly onSettled: () => void;
}

/** Takes several tasks; the ones that somebody else holds stay theirs. To claim what is one's own changes nothing. */
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

/** One after the other; answers with the refusals, and stops where there is no answer at all. */
async function claimEach(taskIds: readonly string[]): Promise<readonly ApiError[]> {
  const refused: ApiError[] = [];
  for (const taskId of taskIds) {
    try {
      await claimTask(taskId, {});
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isDefinite) throw error;
      refused.push(error);
    }
  }
  return refused;
}
