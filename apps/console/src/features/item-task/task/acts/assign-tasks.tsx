import type { AnswerOf } from '@throughline/contracts';
import { Alert, Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call, inReadersZone, readPosition } from '../../../../api/api.js';
import { assigneesQuery } from '../../../../api/assignees.js';
import { showOverPages, toast } from '../../../../ui/announcer.js';
import { onDemand } from '../../../../ui/page/on-demand.js';
import { BoundField } from '../../../../ui/fields/bound-field.js';
import { ChoiceField } from '../../../../ui/fields/choice/choice-field.js';
import { CommandDialog } from '../../../../ui/dialogs/command-dialog.js';
import {
  type Answered,
  assignedInWords,
  becameInWords,
  isOvertaken,
  refusalOf,
  type Result,
  submitLabelOf,
  titleOf,
} from './assignment-words.js';
import { seenHold, type WorkedTask } from './available-actions.js';
import { TasksWatched, TaskWatched } from './task-watched.js';
import { countOf } from '../../../../ui/words/counts.js';

const NotDone = onDemand(async () => (await import('./not-done.js')).NotDone);

/** How long the button cannot be pressed after an answer, which may have changed what it does under the pointer. */
const FRESH_MS = 1000;

interface AssignTasksProps {
  /** The tasks to assign, at least one. After an answer, those that remain. */
  readonly tasks: readonly WorkedTask[];
  /** The tasks as they were when the person chose them. Absent: as they are when the dialog opens. */
  readonly chosen?: readonly SeenTask[];
  /** The label of a task by its id. Required for several tasks. */
  readonly labelOf?: (taskId: string) => string;
  /** Called when the tasks are sent. */
  readonly onSend?: () => void;
  /** Called after every answer with the ids of the tasks that were not assigned, which stay selected. */
  readonly onSettled: (left: readonly string[]) => void;
  readonly onClose: () => void;
}

interface SeenTask {
  readonly row: WorkedTask;
  /** The position of the log that the page had read when it showed the task. */
  readonly position: number | undefined;
}

/**
 * Assigns one or several tasks to a person, including tasks that somebody else holds. A task that has changed hands since it was chosen
 * is not assigned: the dialog stays, lists the result of each task, and assigns it anyway when it is sent again. Tasks that cannot
 * be assigned are listed as well.
 */
export function AssignTasks({ tasks, chosen, labelOf, onSend, onSettled, onClose }: AssignTasksProps) {
  const people = useQuery(assigneesQuery);
  const form = useForm({ defaultValues: { userId: '' } });
  const assignments = useAssignments(tasks, chosen, labelOf);
  const { isOne, taskIds, answered, count } = assignments;
  const isDone = taskIds.length === 0;
  return (
    <CommandDialog
      endpoint="POST /tasks/assign"
      form={form}
      request={({ userId }) => {
        onSend?.();
        return { body: { userId, taskIds, seen: assignments.seen } };
      }}
      onDone={async (answer, { body: { userId } }, isLeft) => {
        const { results } = await inReadersZone(answer);
        const to = people.data?.find((person) => person.userId === userId)?.name ?? 'them';
        const all = await assignments.take(results, to);
        const left = all.filter(({ assigned }) => !assigned).map(({ taskId }) => taskId);
        onSettled(left);
        if (isLeft) toastNotAssigned(all, assignments.nameOf);
        else if (left.length === 0) onClose();
      }}
      leadsTo={stayOpen}
      onRefused={() => onSettled(tasks.map(({ taskId }) => taskId))}
      errorOf={(error) => error ?? assignments.refusal}
      title={isOne ? 'Assign task' : `Assign ${count} tasks`}
      submitLabel={submitLabelOf(answered)}
      submitDisabled={isDone || assignments.isFresh}
      done={isDone}
      dirty={form.formState.isDirty && !isDone}
      errorTitle={titleOf(answered, isOne)}
      onClose={onClose}
      notice={({ isPending }) => <AssignmentsWatched assignments={assignments} isPending={isPending} />}
    >
      {people.error ? (
        <Alert severity="error">The list of people could not be loaded. {people.error.message}</Alert>
      ) : null}
      {isDone ? null : <AssigneeField people={people.data} isPending={people.isPending} />}
    </CommandDialog>
  );
}

/** For a person who has closed the dialog before the answer came, wherever they are then: the list of what was not assigned. */
function toastNotAssigned(all: readonly Answered[], nameOf: (taskId: string) => string): void {
  const left = all.filter(({ assigned }) => !assigned);
  if (left.length === 0) return;
  const results = all.map((result) => ({
    taskId: result.taskId,
    label: nameOf(result.taskId),
    why: result.assigned ? null : becameInWords(result),
  }));
  const close = () => showOverPages(null);
  const onAct = () => showOverPages(<NotDone act="assigned" results={results} onClose={close} onFailed={close} />);
  const words = `${left.length} of ${countOf(all.length, 'task')} ${left.length === 1 ? 'was' : 'were'} not assigned`;
  toast(words, 'error', { label: 'Show', onAct, stays: true });
}

/** The dialog stays open while tasks are left. */
const stayOpen = () => undefined;

/** The holder of each task as the person saw it, and the result of its assignment. */
function useAssignments(
  tasks: readonly WorkedTask[],
  chosen: AssignTasksProps['chosen'],
  labelOf: AssignTasksProps['labelOf'],
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
}

/** The result of each of several tasks in the last answer, and what others have done to the tasks that are left. */
function AssignmentsWatched({
  assignments: { first, answered, watched, refusal, isOne, nameOf },
  isPending,
}: AssignmentsWatchedProps) {
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
      <TakenFrom tasks={watched} />
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

interface AssigneeFieldProps {
  readonly people: AnswerOf<'GET /tasks/assignees'> | undefined;
  readonly isPending: boolean;
}

/** The field `userId` of the form around it. */
const AssigneeField = ({ people = [], isPending }: AssigneeFieldProps) => (
  <BoundField name="userId" check={(chosen) => chosen !== '' || 'Choose a person.'}>
    {(field) => (
      <ChoiceField
        {...field}
        label="Assign to"
        choices={people.map(({ userId, name, email }) => ({ value: userId, label: `${name} · ${email}` }))}
        emptyLabel={isPending ? 'Loading people…' : 'Choose a person'}
        help="It appears under Mine for them at once."
        required
        autoFocus
      />
    )}
  </BoundField>
);

/** The holder and the hold of each task, in the form of the request's `seen`. */
const holdersOf = (tasks: readonly SeenTask[]) =>
  Object.fromEntries(
    tasks.map(({ row, position }) => [
      row.taskId,
      { assignee: row.assignee?.userId ?? null, ...seenHold(row), position },
    ]),
  );
