import type { TaskAsOf } from '@throughline/domain';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { When } from '../../../ui/when.js';
import { countOf } from './worked-task.js';

interface TasksOfReferralProps {
  readonly tasks: readonly TaskAsOf[];
  /** The one on this page. */
  readonly taskId: string;
}

/** The referral's history in short: its tasks, newest first, who had them and when they were done. */
export function TasksOfReferral({ tasks, taskId }: TasksOfReferralProps) {
  return (
    <Box component="ol" reversed sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {[...tasks].reverse().map((task) => {
        const here = task.taskId === taskId;
        return (
          <Box
            component="li"
            key={task.taskId}
            sx={{ position: 'relative', pl: 3, pb: 2, ...threadOf(task.completedAt !== null) }}
          >
            <Typography component="div" sx={{ fontWeight: here ? 600 : 400 }}>
              {here ? (
                <span aria-current="page">{task.task}</span>
              ) : (
                <Link component={RouterLink} to={`/task/${task.taskId}`}>
                  {task.task}
                </Link>
              )}{' '}
              · {countOf(task.itemIds.length, 'item')}
            </Typography>
            <Typography variant="body2" color="textSecondary" component="div">
              opened <When at={task.openedAt} />
              {
                task.completedAt === null ? ', open' : <>, completed <When at={task.completedAt} /></> /* prettier-ignore */
              }
              {task.assignee ? `, ${task.assignee.name}` : ''}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}

/** The thread: solid where the work is done, dotted where it is open. */
const threadOf = (done: boolean) => ({
  '&::before': { content: '""', position: 'absolute', left: 4, top: 7, width: 8, height: 8, borderRadius: '50%', border: 2, borderColor: 'primary.main', bgcolor: done ? 'primary.main' : 'background.default' },
  '&:not(:last-of-type)::after': { content: '""', position: 'absolute', left: 9, top: 21, bottom: -5, borderLeft: done ? '2px solid' : '2px dotted', borderColor: 'primary.main' },
}); // prettier-ignore
