import type { AssignTasksAnswer } from '@throughline/contracts';
import { Alert, Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/api.js';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { BoundField } from '../../../ui/bound-field.js';
import { ChoiceField } from '../../../ui/choice-field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { countOf, seenHold, type WorkedTask } from '../task/available-actions.js';
import { asSeenNow } from '../../../meanwhile/use-replacing.js';
import { TasksWatched, TaskWatched } from '../task/task-watched.js';

interface AssignTasksProps {
  /** At least one; of several, those that are left after an answer. */
  readonly tasks: readonly WorkedTask[];
  /** By task id, for several. */
  readonly labelOf?: (taskId: string) => string;
  /** Called after every answer, with the tasks that were not assigned: they stay chosen. */
  readonly onSettled: (left: readonly string[]) => void;
  readonly onClose: () => void;
}

type Result = AssignTasksAnswer['results'][number];
const isOvertaken = ({ code }: Result) => code === 'item-task/changed-meanwhile' || code === 'item-task/put-on-hold';
const whyNot = ({ errors, message, code }: Result) => errors?.['assignee'] ?? message ?? code;
type Labels = Readonly<Record<string, string | undefined>>;

/**
 * Assigns one task or several to a person, also those that somebody else holds. A task that has changed hands since the dialog was opened is not
 * assigned: the dialog stays, says who it was, and assigns it all the same when it is sent again. What cannot be assigned at all it names as well.
 */
export function AssignTasks({ tasks, labelOf, onSettled, onClose }: AssignTasksProps) {
  const { control, handleSubmit, formState } = useForm({ defaultValues: { userId: '' } });
  const [seen, setSeen] = useState(() => holdersOf(tasks));
  // Of a row that leaves the queue meanwhile the page knows only the id.
  const [labels] = useState<Labels>(() => Object.fromEntries(tasks.map(({ taskId }) => [taskId, labelOf?.(taskId)])));
  const [answered, setAnswered] = useState<Answered | null>(null);
  const refused = answered?.refused ?? [];
  const hopeless = refused.filter((result) => !isOvertaken(result));
  const people = useQuery({
    queryKey: ['assignees'],
    queryFn: ({ signal }) => call('GET /tasks/assignees', {}, { signal }),
  });
  const assign = useCommand('POST /tasks/assign', {
    onSuccess: async ({ results }, { body: { userId } }) => {
      const given = results.filter(({ assigned }) => assigned).length;
      const name = people.data?.find((person) => person.userId === userId)?.name ?? 'them';
      if (given > 0) toast(`${countOf(given, 'task')} assigned to ${name}`);
      const refused = results.filter(({ assigned }) => !assigned);
      // Those that cannot be assigned were not sent again.
      const all = [...hopeless, ...refused];
      setAnswered({ given, name, refused: all });
      onSettled(all.map(({ taskId }) => taskId));
      if (refused.length === 0) return onClose();
      const left = refused.filter(isOvertaken);
      const now = await Promise.all(
        left.map(({ taskId }) => call('GET /tasks/{taskId}', { params: { taskId } }).catch(() => null)),
      );
      setSeen((before) => ({ ...before, ...holdersOf(now.filter((task) => task !== null)) }));
    },
    onError: () => onSettled(tasks.map(({ taskId }) => taskId)),
  });
  const [only] = tasks.length === 1 ? tasks : [];
  const refusal = useMemo(() => answered && refusalOf(answered, labels), [answered, labels]);
  const taskIds = tasks
    .map(({ taskId }) => taskId)
    .filter((taskId) => !hopeless.some((result) => result.taskId === taskId));
  const send = ({ userId }: { readonly userId: string }) => {
    const held = Object.fromEntries(taskIds.map((taskId) => [taskId, seen[taskId] ?? { assignee: null }]));
    assign.mutate({ body: { userId, taskIds, seen: held } });
  };
  return (
    <FormDialog
      open
      title={only ? 'Assign task' : `Assign ${tasks.length} tasks`}
      submitLabel="Assign"
      submitDisabled={taskIds.length === 0}
      done={taskIds.length === 0}
      dirty={formState.isDirty}
      busy={assign.isPending}
      error={assign.error ?? refusal}
      {...(answered && answered.given > 0 && { errorTitle: 'Not all tasks were assigned' })}
      onClose={onClose}
      onSubmit={handleSubmit(send)}
    >
      {refused.length > 1 ? (
        <Box component="ul" sx={{ mt: 0, mb: 2, pl: 2.5 }}>
          {refused.map((result) => (
            <Box component="li" key={result.taskId} sx={{ overflowWrap: 'anywhere' }}>
              {inFull(result, labels)}
            </Box>
          ))}
        </Box>
      ) : null}
      {only ? (
        <TaskWatched task={only} isPending={assign.isPending} />
      ) : (
        <TasksWatched tasks={tasks} labelOf={(taskId) => labels[taskId] ?? taskId} isPending={assign.isPending} />
      )}
      {people.error ? (
        <Alert severity="error">The list of people could not be loaded. {people.error.message}</Alert>
      ) : null}
      <BoundField control={control} name="userId" check={(chosen) => chosen !== '' || 'Choose a person.'}>
        {(field) => (
          <ChoiceField
            {...field}
            label="Assign to"
            choices={(people.data ?? []).map(({ userId, name, email }) => ({
              value: userId,
              label: `${name} · ${email}`,
            }))}
            emptyLabel={people.isPending ? 'Loading people…' : 'Choose a person'}
            help="It appears under Mine for them at once."
            required
            autoFocus
          />
        )}
      </BoundField>
    </FormDialog>
  );
}

/** As the request says who held each task, and whether it was on hold. */
const holdersOf = (tasks: readonly Pick<WorkedTask, 'taskId' | 'assignee' | 'onHold'>[]) =>
  Object.fromEntries(
    tasks.map((task) => [task.taskId, asSeenNow({ assignee: task.assignee?.userId ?? null, ...seenHold(task) })]),
  );

interface Answered {
  /** How many were assigned, and to whom. */
  readonly given: number;
  readonly name: string;
  readonly refused: readonly Result[];
}

const inFull = (result: Result, labels: Labels) =>
  [labels[result.taskId], whyNot(result)].filter((part) => part !== undefined).join(': ');

/** Several refusals are a list below it. */
function refusalOf({ given, name, refused }: Answered, labels: Labels): Error | null {
  const [first] = refused;
  if (!first) return null;
  const again = refused.filter(isOvertaken).length;
  const parts = [
    given > 0 ? `${countOf(given, 'task')} assigned to ${name}.` : null,
    refused.length === 1 ? inFull(first, labels) : `${refused.length} tasks were not assigned.`,
    again === 0 ? null : `Press Assign again to assign ${whichAgain(again, refused.length)} all the same.`,
  ];
  return new Error(parts.filter((part) => part !== null).join(' '));
}

const whichAgain = (again: number, refused: number) =>
  again === refused ? (again === 1 ? 'it' : 'them') : 'those that changed hands or are on hold';
