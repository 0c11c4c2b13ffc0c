import { pathTo } from '@throughline/domain';
import { Link } from '@mui/material';
import { WithMeaning } from '../../../../ui/words/with-meaning.js';
import { Link as RouterLink, type Location, useLocation } from 'react-router-dom';
import { useSameMoment } from '../../../../past/past.js';

/**
 * The state of a history entry of a task that was opened from the queue: the query of the queue's address, such as `?department=Intake`.
 */
interface TaskEntry {
  readonly queue: string;
}

/** The queue that the person works through: the one on screen, or the one from which they opened this task. Null if there is none. */
export function useQueueBehind(): TaskEntry | null {
  const { pathname, search, state } = useLocation() as Location<Partial<TaskEntry> | null>;
  if (pathname === '/queue') return { queue: search };
  return state?.queue === undefined ? null : { queue: state.queue };
}

/** A link to a task that passes on the queue from which the person came. */
export function TaskLink({ taskId, name }: { readonly taskId: string; readonly name: string }) {
  const behind = useQueueBehind();
  const atSameMoment = useSameMoment();
  return (
    <WithMeaning of={name} name={name}>
      {(described) => (
        <Link
          component={RouterLink}
          to={atSameMoment(pathTo.task(taskId))}
          state={behind}
          {...described}
          // Lines do not wrap in a table, so a long name ends in an ellipsis.
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
      )}
    </WithMeaning>
  );
}
