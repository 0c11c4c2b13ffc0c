import { Box, Typography } from '@mui/material';
import { useEffect, useMemo, useState } from 'react';
import { call, readPosition } from '../../../../api/api.js';
import { toast } from '../../../../ui/announcer.js';
import { countOf } from '../../../../ui/words/counts.js';
import {
  type Answered,
  assignedInWords,
  becameInWords,
  isOvertaken,
  refusalOf,
  type Result,
} from './assignment-words.js';
import { seenHold, type WorkedTask } from './available-actions.js';
import { TasksWatched, TaskWatched } from './task-watched.js';

/** How long the button cannot be pressed after an answer, which may have changed what it does under the pointer. */
const FRESH_MS = 1000;

export interface SeenTask {
  readonly row: WorkedTask;
  /** The position of the log that the page had read when it showed the task. */
  readonly position: number | undefined;
}

/** The holder of each task as the person saw it, and the result of its assignment. */
export function useAssignments(
  tasks: readonly WorkedTask[],
  chosen: readonly SeenTask[] | undefined,
  labelOf: ((taskId: string) => string) | undefined,
) {
  const [first] = useState(() => chosen ?? tasks.map((row) => ({ row, position: readPosition() })));
  const [seen, setSeen] = useState(() => holdersOf(first));
  // Labels are kept, because the page knows only the id of a row that has left the queue.
  const [labels] = useState(
    () => new Map(tasks.map(({ taskId, task }) => [taskId, labelOf?.(taskId) ?? task] as const)),
  );
  const nameOf = (taskId: string) => labels.get(taskId) ?? taskId;
  const [answered, setAnswered] = useState<readonly Answered[]>([]);
  const [isFresh, setFresh] = useState(false);
  useEffect(() => {
    if (!isFresh) return;
    const timer = setTimeout(() => setFresh(false), FRESH_MS);
    return () => clearTimeout(timer);
  }, [isFresh]);
  const refused = answered.filter(({ assigned }) => !assigned);
  const hopeless = refused.filter((result) => !isOvertaken(result));
  const isOf = (taskId: string, results: readonly Result[]) => results.some((result) => result.taskId === taskId);
  const taskIds = tasks.map(({ taskId }) => taskId).filter((taskId) => !isOf(taskId, hopeless));
  /** Announces what was assigned. Returns the results of all tasks. */
  const take = async (results: readonly Result[], to: string): Promise<readonly Answered[]> => {
    const given = results.filter(({ assigned }) => assigned).map(({ taskId }) => nameOf(taskId));
    if (given.length > 0) toast(assignedInWords(given, to));
    const overtaken = results.filter((result) => !result.assigned && isOvertaken(result));
    const now = await Promise.all(
      overtaken.map(({ taskId }) => call('GET /tasks/{taskId}', { params: { taskId } }).catch(() => null)),
    );
    const holderOf = (id: string) => now.find((task) => task?.taskId === id)?.assignee?.name ?? 'nobody';
    // Tasks that are assigned, or cannot be assigned, were not sent again.
    const before = answered.filter(({ taskId }) => !results.some((result) => result.taskId === taskId));
    const all = [...before, ...results.map((result) => ({ ...result, to, holder: holderOf(result.taskId) }))];
    setAnswered(all);
    setFresh(true);
    const known = now.filter((task) => task !== null);
    setSeen((held) => ({ ...held, ...holdersOf(known.map((row) => ({ row, position: readPosition() }))) }));
    return all;
  };
  return {
    first,
    answered,
    isFresh,
    taskIds,
    nameOf,
    take,
    count: labels.size,
    isOne: labels.size === 1,
    /** In the form of the request's `seen`. */
    seen: Object.fromEntries(taskIds.map((taskId) => [taskId, seen[taskId] ?? { assignee: null }])),
    refusal: useMemo(() => refusalOf(answered), [answered]),
    // The refusal already describes the tasks that it lists.
    watched: tasks.filter(({ taskId }) => !isOf(taskId, refused)),
  };
}

interface AssignmentsWatchedProps {
  readonly assignments: ReturnType<typeof useAssignments>;
  readonly isPending: boolean;
  /** The id of the person to whom they are assigned. */
  readonly to: string;
}

/** The result of each of several tasks in the last answer, and what others have done to the tasks that are left. */
export function AssignmentsWatched({
  assignments: { first, answered, watched, refusal, isOne, nameOf },
  isPending,
  to,
}: AssignmentsWatchedProps) {
  const [atRest, setAtRest] = useState(watched);
  if (!isPending && atRest !== watched) setAtRest(watched);
  if (isOne) return watched.map((task) => <TaskWatched key={task.taskId} task={task} isPending={isPending} />);
  return (
    <>
      {refusal ? (
        <Box component="ul" sx={{ mt: 0, mb: 2, pl: 2.5 }}>
          {answered.map((result) => (
            <Box component="li" key={result.taskId} sx={{ overflowWrap: 'anywhere' }}>
              {nameOf(result.taskId)}: {becameInWords(result)}
            </Box>
          ))}
        </Box>
      ) : null}
      {/* What the dialog itself does is its progress, and taken from nobody. */}
      <TakenFrom tasks={atRest} />
      {isPending ? (
        <Typography role="status" sx={{ mb: 2 }}>
          {watched.filter(({ assignee }) => assignee?.userId === to).length} of {countOf(watched.length, 'task')}{' '}
          assigned
        </Typography>
      ) : null}
      <TasksWatched tasks={watched} chosen={first} labelOf={nameOf} isPending={isPending} />
    </>
  );
}

/** The people from whom tasks are taken, and how many. */
function TakenFrom({ tasks }: { readonly tasks: readonly WorkedTask[] }) {
  const names = tasks.flatMap(({ assignee }) => assignee?.name ?? []);
  if (names.length === 0) return null;
  const counts = [...new Set(names)].map((name) => `${name} (${names.filter((one) => one === name).length})`);
  return (
    <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      {countOf(names.length, 'task')} of these {names.length === 1 ? 'is' : 'are'} held by somebody: {counts.join(', ')}
      .
    </Typography>
  );
}

/** The holder and the hold of each task, in the form of the request's `seen`. */
const holdersOf = (tasks: readonly SeenTask[]) =>
  Object.fromEntries(
    tasks.map(({ row, position }) => [
      row.taskId,
      { assignee: row.assignee?.userId ?? null, ...seenHold(row), position },
    ]),
  );
