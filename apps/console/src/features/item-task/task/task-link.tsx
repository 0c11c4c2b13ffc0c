import { Link } from '@mui/material';
import { Link as RouterLink, type Location, useLocation } from 'react-router-dom';

/** In the history's entry of a task that was opened from the queue: the queue's address, such as `?department=Intake`. */
interface TaskEntry {
  readonly queue: string;
}

/** The queue that the person works through: the one on the screen, or the one from which they came to this task. Null: none. */
export function useQueueBehind(): TaskEntry | null {
  const { pathname, search, state } = useLocation() as Location<Partial<TaskEntry> | null>;
  if (pathname === '/queue') return { queue: search };
  return state?.queue === undefined ? null : { queue: state.queue };
}

/** From the queue, and from task to task: the queue behind them stays known. */
export function TaskLink({ taskId, name }: { readonly taskId: string; readonly name: string }) {
  return (
    <Link
      component={RouterLink}
      to={`/task/${taskId}`}
      state={useQueueBehind()}
      title={name}
      // In a table, where lines do not wrap, a long name ends in an ellipsis.
      sx={{
        display: 'inline-block',
        maxWidth: '100%',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        verticalAlign: 'bottom',
      }}
    >
      {name}
    </Link>
  );
}
