import type { TaskQueueRow } from '@throughline/contracts';
import { taskRow, workOf } from '@throughline/domain';
import { Box } from '@mui/material';
import { STAGE_MARKS } from '../../../../ui/steps/stage-mark.js';
import { DueDay } from '../../../../ui/words/due-day.js';
import { When } from '../../../../ui/words/when.js';
import { TaskLink } from '../../task/walk/task-link.js';

/** The due day, or the time of completion. */
export function DueOrDone({ row, done }: { readonly row: TaskQueueRow; readonly done: boolean }) {
  if (row.completedAt === null) return <DueDay task={row} />;
  return (
    <>
      {done ? '' : 'done '}
      <When at={row.completedAt} />
    </>
  );
}

/** The task, with how far its referral is. A recertification has other steps, and no mark. */
export function TaskAndStage({ row: { taskId, task } }: { readonly row: TaskQueueRow }) {
  const Mark = workOf(task) === 'referral' && STAGE_MARKS[taskRow(task).step];
  return (
    <Box component="span" sx={TASK}>
      {Mark ? <Mark size={14} /> : null}
      <TaskLink taskId={taskId} name={task} />
    </Box>
  );
}

const TASK = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.75,
  '& svg': { flex: 'none', color: 'secondary.main' },
} as const;
