import type { TaskQueueRow } from '@throughline/contracts';
import { outcomeLabel, UNDO_WINDOW_MINUTES } from '@throughline/domain';
import { Button, Stack } from '@mui/material';
import { OneLine } from '../../../../ui/words/one-line.js';
import { useNow } from '../../../../ui/use-clock.js';
import { useUndoOutcome, useUndoShown } from '../../task/outcome/use-record-outcome.js';
import { nameOfTask } from '../../task/acts/available-actions.js';

interface CompletedOutcomeProps {
  readonly row: TaskQueueRow;
  readonly userId: string;
  readonly onSettled: (taskId: string) => void;
}

/**
 * The outcome of a completed task. The person who recorded it can undo it for `UNDO_WINDOW_MINUTES`. Loaded when completed tasks are
 * listed.
 */
export function CompletedOutcome({ row, userId, onSettled }: CompletedOutcomeProps) {
  const undo = useUndoOutcome(() => onSettled(row.taskId));
  const now = useNow();
  const { task, outcome, assignee, completedAt, undoneAt } = row;
  // A task that is undone may have no outcome any more.
  const undoneId = outcome?.outcomeId ?? undo.variables?.params.outcomeId;
  useUndoShown((id) => id === undoneId && undoneAt !== undefined);
  if (outcome === undefined || completedAt === null) return row.stopped ? 'Stopped' : '–';
  // Recording the outcome that completes a task also assigns the task to the person who records it.
  const isOwn = assignee?.userId === userId;
  const isUndoable = isOwn && undoneAt === undefined && now - Date.parse(completedAt) < UNDO_WINDOW_MINUTES * 60_000;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', minWidth: 0 }}>
      <OneLine text={outcomeLabel(task, outcome.name)} maxWidth="100%" />
      {isUndoable ? (
        <Button
          size="small"
          sx={{ flex: 'none', my: -0.5 }}
          loading={undo.isPending}
          aria-label={`Undo the outcome of ${nameOfTask(row)}`}
          onClick={() => undo.mutate({ params: { outcomeId: outcome.outcomeId } })}
        >
          Undo
        </Button>
      ) : null}
    </Stack>
  );
}
