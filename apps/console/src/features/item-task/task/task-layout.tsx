import { type CaseId, mayAudit, mayWorkTasks, pathTo, type RoutedOrder, type TaskFacts } from '@throughline/domain';
import { Box, Link, Stack } from '@mui/material';
import { useAtom } from 'jotai';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { usePast, useSameMoment, useViewer } from '../../../past/past.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { OnHold } from '../../../ui/words/due-day.js';
import type { WorkedTask } from './acts/available-actions.js';
import { availableOutcomes } from './outcome/available-outcomes.js';
import { TaskActions } from './acts/task-actions.js';
import { TaskLink, useQueueBehind } from './walk/task-link.js';
import { type Fact, type Stop, TaskFactList, TaskSection } from './task-sections.js';
import { TasksOfCase } from './tasks-of-case.js';
import { OutcomePanel } from './outcome/outcome-panel.js';
import { caseIdOf } from './task-case.js';
import { undoneAtom } from './outcome/use-record-outcome.js';

const QueueWalk = onDemand(async () => (await import('./walk/queue-walk.js')).QueueWalk);

interface TaskLayoutProps {
  readonly caseId: CaseId;
  readonly task: ComponentProps<typeof TaskFactList>['task'];
  readonly member: { readonly lastName: string; readonly firstName: string };
  /** The items that the outcomes and actions of the task apply to. */
  readonly items: WorkedTask['items'];
  readonly order: RoutedOrder;
  /** All tasks of the case. */
  readonly tasks: ComponentProps<typeof TasksOfCase>['tasks'];
  /** For a completed task, the open tasks that continue its work, and their label. */
  readonly continuation: { readonly label: string; readonly tasks: readonly Pick<TaskFacts, 'taskId' | 'task'>[] };
  /** The stops of the items of the case. One that is as old as the end of a task is its end. */
  readonly stops: readonly Stop[];
  /** The end of the case, if it has ended. */
  readonly end?: ReactNode;
  readonly stepper: ReactNode;
  /** The outcomes of the case; empty until they have been read. */
  readonly outcomes: ComponentProps<typeof TasksOfCase>['outcomes'];
  readonly recorded: ReactNode;
  readonly notes: ReactNode;
  /** Further sections in the side column. */
  readonly aside?: ReactNode;
  readonly onSettled: () => void;
  /** The sections about the subject of the task. */
  readonly children: ReactNode;
}

/** The layout of every task page: the facts of the task, its outcomes and actions, and its history. */
export function TaskLayout({
  caseId,
  task,
  member,
  items,
  order,
  tasks,
  continuation,
  stops,
  end,
  stepper,
  outcomes: recordedSoFar,
  recorded,
  notes,
  aside,
  onSettled,
  children,
}: TaskLayoutProps) {
  const user = useViewer();
  const past = usePast();
  const atSameMoment = useSameMoment();
  const worker = user !== null && mayWorkTasks(user) ? user : null;
  const worked = {
    ...task,
    referralId: caseId,
    items,
    memberLastName: member.lastName,
    memberFirstName: member.firstName,
  };
  const outcomes = worker ? availableOutcomes(task, worker.id) : [];
  const behind = useQueueBehind();
  useReopened(task, continuation.tasks);
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr)' },
        // The table of files and its preview take the whole width.
        '&:has([data-preview])': { gridTemplateColumns: { lg: 'minmax(0, 1fr)' } },
      }}
    >
      <div>
        <Stack sx={{ gap: 3, pb: 3 }}>
          {behind && !past ? (
            <QueueWalk taskId={task.taskId} queue={behind.queue} fallback={<Box sx={{ height: 30 }} />} />
          ) : null}
          <TaskFactList
            task={task}
            stop={stops.find(({ stoppedAt }) => stoppedAt === task.completedAt)}
            userId={user?.id}
            more={continuationFacts(continuation)}
          />
          {task.onHold && task.completedAt === null ? <OnHold hold={task.onHold} /> : null}
          {end}
          {worker ? (
            <OutcomePanel key={task.taskId} task={worked} outcomes={outcomes} order={order} onSettled={onSettled} />
          ) : null}
          {worker ? <TaskActions task={task} worked={worked} userId={worker.id} onSettled={onSettled} /> : null}
          {task.completedAt === null ? stepper : null}
        </Stack>
        <TaskSection title="Notes">{notes}</TaskSection>
        {children}
      </div>
      <div>
        <TaskSection
          title="So far"
          aside
          action={
            user && mayAudit(user) ? (
              <Link component={RouterLink} to={atSameMoment(pathTo.audit(caseId))}>
                Audit
              </Link>
            ) : null
          }
        >
          <TasksOfCase tasks={tasks} taskId={task.taskId} outcomes={recordedSoFar} stops={stops} />
        </TaskSection>
        <TaskSection title="Recorded">{recorded}</TaskSection>
        {aside}
      </div>
    </Box>
  );
}

/** On the page of a completed task whose outcome the person has undone, opens the task that the items are in again. */
function useReopened(
  { taskId, task }: TaskLayoutProps['task'],
  continuation: TaskLayoutProps['continuation']['tasks'],
): void {
  const [undone, setUndone] = useAtom(undoneAtom);
  const navigate = useNavigate();
  const behind = useQueueBehind();
  const reopened =
    undone !== null && caseIdOf(undone) === caseIdOf(taskId) && continuation.find((open) => open.task === task)?.taskId;
  useEffect(() => {
    if (!reopened) return;
    setUndone(null);
    if (behind)
      void import('./walk/next-in-queue.js').then((walk) => walk.replaceInWalk(behind.queue, taskId, reopened));
    void navigate(pathTo.task(reopened), { state: behind, replace: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each task that is open again.
  }, [reopened]);
}

function continuationFacts({ label, tasks }: TaskLayoutProps['continuation']): readonly Fact[] {
  if (tasks.length === 0) return [];
  const links = tasks.map(({ taskId, task }) => (
    <div key={taskId}>
      <TaskLink taskId={taskId} name={task} />
    </div>
  ));
  return [[label, links]];
}
