import type { TaskOutcome } from '@throughline/contracts';
import type { TaskAsOf, TaskFacts } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { When } from '../../../ui/words/when.js';
import { UndoneFold } from './outcome/recorded-outcomes.js';
import type { Stop } from './task-sections.js';
import { TaskLink } from './walk/task-link.js';
import { undoneTasks } from './outcome/undone-tasks.js';
import { countOf } from '../../../ui/words/counts.js';

interface TasksOfCaseProps {
  /** For a referral, with the ids of the items that are or were in each task. */
  readonly tasks: readonly (TaskFacts & Partial<Pick<TaskAsOf, 'itemIds'>>)[];
  /** The id of the task on this page. */
  readonly taskId: string;
  readonly outcomes: readonly TaskOutcome[];
  readonly stops: readonly Stop[];
}

/**
 * The tasks of a referral or a recertification, newest first, with assignees and times. Those whose work was undone are shown on demand, but
 * for the one of this page.
 */
export function TasksOfCase({ tasks, taskId, outcomes, stops }: TasksOfCaseProps) {
  const id = useId();
  const [showsUndone, setShowsUndone] = useState(false);
  const undone = undoneTasks(tasks, outcomes);
  const folded = tasks.filter((task) => undone.has(task.taskId) && task.taskId !== taskId);
  const shown = showsUndone ? tasks : tasks.filter((task) => !folded.includes(task));
  return (
    <>
      <Box component="ol" id={id} reversed sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {[...shown].reverse().map((task) => {
          const here = task.taskId === taskId;
          const undoneAt = undone.get(task.taskId);
          return (
            <Box
              component="li"
              key={task.taskId}
              sx={{
                position: 'relative',
                pl: 3,
                pb: 2,
                ...threadOf(task.completedAt !== null && undoneAt === undefined),
              }}
            >
              <Typography component="div" sx={{ fontWeight: here ? 600 : 400 }}>
                {here ? (
                  <span aria-current="page">{task.task}</span>
                ) : (
                  <TaskLink taskId={task.taskId} name={task.task} />
                )}
                {task.itemIds ? ` · ${countOf(task.itemIds.length, 'item')}` : ''}
              </Typography>
              <Typography variant="body2" color="textSecondary" component="div">
                opened <When at={task.openedAt} />
                <End
                  at={task.completedAt}
                  undoneAt={undoneAt}
                  isStop={stops.some(({ stoppedAt }) => stoppedAt === task.completedAt)}
                />
                {task.assignee ? `, ${task.assignee.name}` : ''}
              </Typography>
            </Box>
          );
        })}
      </Box>
      <UndoneFold count={folded.length} noun="undone task" isOpen={showsUndone} onChange={setShowsUndone} list={id} />
    </>
  );
}

interface EndProps {
  readonly at: string | null;
  readonly undoneAt: string | undefined;
  readonly isStop: boolean;
}

function End({ at, undoneAt, isStop }: EndProps) {
  if (at === null) return ', open';
  return undoneAt === undefined ? (
    <>
      , {isStop ? 'stopped' : 'completed'} <When at={at} />
    </>
  ) : (
    <>
      , undone <When at={undoneAt} />
    </>
  );
}

/** The line beside the tasks: solid for completed tasks, dotted for open and undone ones. */
const threadOf = (done: boolean) => ({
  '&::before': {
    content: '""',
    position: 'absolute',
    left: 4,
    top: 7,
    width: 8,
    height: 8,
    borderRadius: '50%',
    border: 2,
    borderColor: 'primary.main',
    bgcolor: done ? 'primary.main' : 'background.default',
  },
  '&:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    left: 9,
    top: 21,
    bottom: -5,
    borderLeft: done ? '2px solid' : '2px dotted',
    borderColor: 'primary.main',
  },
});
