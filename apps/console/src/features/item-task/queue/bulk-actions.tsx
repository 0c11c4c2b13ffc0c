import type { TaskQueueRow } from '@throughline/contracts';
import { Button, Paper, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { call } from '../../../api/api.js';
import { toast } from '../../../ui/announcer.js';
import { onDemand } from '../../../ui/on-demand.js';
import { countOf } from '../task/available-actions.js';
import { memberOf } from './row-menu.js';

const AssignTasks = onDemand(async () => (await import('../task/assign-tasks.js')).AssignTasks);

interface BulkActionsProps {
  /** The selected rows, at least one. */
  readonly rows: readonly TaskQueueRow[];
  /** Called after every answer, with the ids of the tasks that stay selected. */
  readonly onSettled: (left: readonly string[]) => void;
  readonly onClear: () => void;
}

/** The actions on all selected rows. Loaded with the first selection. */
export function BulkActions({ rows, onSettled, onClear }: BulkActionsProps) {
  const [assigning, setAssigning] = useState(false);
  const close = () => setAssigning(false);
  const taskIds = rows.map(({ taskId }) => taskId);
  const labelOf = (taskId: string) => {
    const row = rows.find((one) => one.taskId === taskId);
    return row ? `${row.task} of ${memberOf(row)}` : taskId;
  };
  return (
    <Paper
      variant="outlined"
      role="group"
      aria-label="Selected tasks"
      sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, px: 2, py: 0.5 }}
    >
      <Typography sx={{ mr: 1 }}>{countOf(taskIds.length, 'task')} chosen</Typography>
      <ClaimTasks taskIds={taskIds} onSettled={() => onSettled([])} />
      <Button size="small" onClick={() => setAssigning(true)}>
        Assign…
      </Button>
      <Button size="small" color="inherit" onClick={onClear}>
        Clear selection
      </Button>
      {assigning ? (
        <AssignTasks tasks={rows} labelOf={labelOf} onSettled={onSettled} onClose={close} onFailed={close} />
      ) : null}
    </Paper>
  );
}

interface ClaimTasksProps {
  readonly taskIds: readonly string[];
  readonly onSettled: () => void;
}

/** Claims several tasks. Tasks of other people are refused; claiming a task again changes nothing. */
function ClaimTasks({ taskIds, onSettled }: ClaimTasksProps) {
  const claim = useMutation({
    mutationFn: claimEach,
    onSuccess: async (refused) => {
      const claimed = taskIds.length - refused.length;
      if (claimed > 0) toast(`${countOf(claimed, 'task')} claimed`);
      const [first] = refused;
      if (!first) return;
      toast(`${countOf(refused.length, 'task')} not claimed: ${first.error.message}`, 'error');
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

/** Claims one task after the other. Resolves with the refusals, and rejects at the first request without an answer. */
async function claimEach(
  taskIds: readonly string[],
): Promise<readonly { readonly taskId: string; readonly error: ApiError }[]> {
  const refused: { taskId: string; error: ApiError }[] = [];
  for (const taskId of taskIds) {
    try {
      await call('POST /tasks/{taskId}/claim', { params: { taskId } });
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isDefinite) throw error;
      refused.push({ taskId, error });
    }
  }
  return refused;
}
