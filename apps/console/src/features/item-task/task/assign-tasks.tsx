import type { AnswerOf, AssignTasksAnswer } from '@throughline/contracts';
import { NOTHING_DONE_NOW } from '@throughline/domain';
import { Alert, Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/api.js';
import { assigneesQuery } from '../../../api/assignees.js';
import { toast } from '../../../ui/announcer.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { ChoiceField } from '../../../ui/fields/choice-field.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { countOf, seenHold, type WorkedTask } from './available-actions.js';
import { asSeenNow } from '../../../meanwhile/use-replacing.js';
import { TasksWatched, TaskWatched } from './task-watched.js';

interface AssignTasksProps {
  /** The tasks to assign, at least one. After an answer, those that remain. */
  readonly tasks: readonly WorkedTask[];
  /** The label of a task by its id. Required for several tasks. */
  readonly labelOf?: (taskId: string) => string;
  /** Called after every answer with the ids of the tasks that were not assigned, which stay selected. */
  readonly onSettled: (left: readonly string[]) => void;
  readonly onClose: () => void;
}

type Result = AssignTasksAnswer['results'][number];
/** The task was assigned, but the answer was lost and somebody else has acted since. */
const isUndone = ({ code }: Result) => code === 'request/changed-since';
const isOvertaken = (result: Result) =>
  isUndone(result) || result.code === 'item-task/changed-meanwhile' || result.code === 'item-task/put-on-hold';
const whyNot = ({ errors, message, code }: Result) => errors?.['assignee'] ?? message ?? code;

/**
 * Assigns one or several tasks to a person, including tasks that somebody else holds. A task that has changed hands since the dialog was
 * opened is not assigned: the dialog stays, lists the result of each task, and assigns it anyway when it is sent again. Tasks that cannot
 * be assigned are listed as well.
 */
export function AssignTasks({ tasks, labelOf, onSettled, onClose }: AssignTasksProps) {
  const people = useQuery(assigneesQuery);
  const form = useForm({ defaultValues: { userId: '' } });
  const assignments = useAssignments(tasks, labelOf);
  const { isOne, taskIds, answered, count } = assignments;
  const isDone = taskIds.length === 0;
  return (
    <CommandDialog
      endpoint="POST /tasks/assign"
      form={form}
      request={({ userId }) => ({ body: { userId, taskIds, seen: assignments.seen } })}
      onDone={async ({ results }, { body: { userId } }) => {
        const to = people.data?.find((person) => person.userId === userId)?.name ?? 'them';
        const left = await assignments.take(results, to);
        onSettled(left);
        if (left.length === 0) onClose();
      }}
      leadsTo={stayOpen}
      onRefused={() => onSettled(tasks.map(({ taskId }) => taskId))}
      errorOf={(error) => error ?? assignments.refusal}
      title={isOne ? 'Assign task' : `Assign ${count} tasks`}
      submitLabel="Assign"
      submitDisabled={isDone}
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

/** The dialog stays open while tasks are left. */
const stayOpen = () => undefined;

/** The holder of each task as the person saw it, and the result of its assignment. */
function useAssignments(tasks: readonly WorkedTask[], labelOf: AssignTasksProps['labelOf']) {
  const [seen, setSeen] = useState(() => holdersOf(tasks));
  // Labels are kept, because the page knows only the id of a row that has left the queue.
  const [labels] = useState(
    () => new Map(tasks.map(({ taskId, task }) => [taskId, labelOf?.(taskId) ?? task] as const)),
  );
  const nameOf = (taskId: string) => labels.get(taskId) ?? taskId;
  const [answered, setAnswered] = useState<readonly Answered[]>([]);
  const refused = answered.filter(({ assigned }) => !assigned);
  const hopeless = refused.filter((result) => !isOvertaken(result));
  const isOf = (taskId: string, results: readonly Result[]) => results.some((result) => result.taskId === taskId);
  const taskIds = tasks.map(({ taskId }) => taskId).filter((taskId) => !isOf(taskId, hopeless));
  /** Announces what was assigned. Returns the tasks that are left. */
  const take = async (results: readonly Result[], to: string): Promise<readonly string[]> => {
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
    setSeen((held) => ({ ...held, ...holdersOf(now.filter((task) => task !== null)) }));
    return all.filter(({ assigned }) => !assigned).map(({ taskId }) => taskId);
  };
  return {
    ...{ answered, taskIds, nameOf, take, count: labels.size, isOne: labels.size === 1 },
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
  assignments: { answered, watched, refusal, isOne, nameOf },
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
      <TasksWatched tasks={watched} labelOf={nameOf} isPending={isPending} />
    </>
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
const holdersOf = (tasks: readonly Pick<WorkedTask, 'taskId' | 'assignee' | 'onHold'>[]) =>
  Object.fromEntries(
    tasks.map((task) => [task.taskId, asSeenNow({ assignee: task.assignee?.userId ?? null, ...seenHold(task) })]),
  );

/** The result of one task. */
interface Answered extends Result {
  /** The name of the intended assignee. */
  readonly to: string;
  /** The name of the current holder, if somebody else has acted meanwhile. */
  readonly holder: string;
}

/** Limits how many tasks an announcement names. */
const MOST_NAMES = 3;

export function assignedInWords(names: readonly string[], to: string): string {
  const words = `${countOf(names.length, 'task')} assigned to ${to}`;
  return names.length > MOST_NAMES ? words : `${words}: ${names.join('; ')}`;
}

export const becameInWords = (result: Answered): string => {
  if (result.assigned) return `assigned to ${result.to}.`;
  if (!isUndone(result)) return `${whyNot(result)}`;
  // The dialog itself says how to repeat the assignment.
  return `${result.message?.replace(NOTHING_DONE_NOW, '')}It is assigned to ${result.holder} now.`;
};

export function titleOf(answered: readonly Answered[], isOne: boolean): string {
  if (answered.some(({ assigned }) => assigned)) return 'Not all tasks were assigned';
  if (answered.every(isUndone))
    return isOne ? 'The task has changed hands since' : 'The tasks have changed hands since';
  return isOne ? 'The task was not assigned' : 'No task was assigned';
}

/** The error to show above the list of results; null if each task was assigned, or none was sent. */
export function refusalOf(answered: readonly Answered[]): Error | null {
  const refused = answered.filter(({ assigned }) => !assigned);
  const [first] = refused;
  if (!first) return null;
  const again = refused.filter(isOvertaken).length;
  const parts = [
    answered.length === 1
      ? becameInWords(first)
      : `${refused.length} of ${answered.length} tasks ${refused.length === 1 ? 'was' : 'were'} not assigned.`,
    again === 0 ? null : `Press Assign again to assign ${whichAgain(again, refused.length)} all the same.`,
  ];
  return new Error(parts.filter((part) => part !== null).join(' '));
}

const whichAgain = (again: number, refused: number) =>
  again === refused ? (again === 1 ? 'it' : 'them') : 'those that changed hands or are on hold';
