import { Button, Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { AssignTasks } from '../components/assign-tasks.js';
import { ClaimTasks } from '../components/claim-tasks.js';
import { countOf } from '../task/worked-task.js';

interface BulkActionsProps {
  /** At least one. */
  readonly taskIds: readonly string[];
  readonly onSettled: () => void;
  readonly onClear: () => void;
}

/** What can be done with all chosen rows at once. */
export function BulkActions({ taskIds, onSettled, onClear }: BulkActionsProps) {
  const [assigning, setAssigning] = useState(false);
  return (
    <Paper
      variant="outlined"
      role="group"
      aria-label="Chosen tasks"
      sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, px: 2, py: 0.5 }}
    >
      <Typography sx={{ mr: 1 }}>{countOf(taskIds.length, 'task')} chosen</Typography>
      <ClaimTasks taskIds={taskIds} onSettled={onSettled} />
      <Button size="small" onClick={() => setAssigning(true)}>
        Assign…
      </Button>
      <Button size="small" color="inherit" onClick={onClear}>
        Clear choice
      </Button>
      {assigning ? <AssignTasks taskIds={taskIds} onSettled={onSettled} onClose={() => setAssigning(false)} /> : null}
    </Paper>
  );
}
