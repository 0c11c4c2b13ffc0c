import type { AnswerOf } from '@throughline/contracts';
import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { inReadersZone } from '../../../../api/api.js';
import { assigneesQuery } from '../../../../api/assignees.js';
import { showOverPages, toast } from '../../../../ui/announcer.js';
import { onDemand } from '../../../../ui/page/on-demand.js';
import { BoundField } from '../../../../ui/fields/bound-field.js';
import { ChoiceField } from '../../../../ui/fields/choice/choice-field.js';
import { CommandDialog } from '../../../../ui/dialogs/command-dialog.js';
import { type Answered, becameInWords, submitLabelOf, titleOf } from './assignment-words.js';
import { AssignmentsWatched, type SeenTask, useAssignments } from './assignments.js';
import type { WorkedTask } from './available-actions.js';
import { countOf } from '../../../../ui/words/counts.js';

const NotDone = onDemand(async () => (await import('./not-done.js')).NotDone);

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
      notice={({ isPending }) => (
        <AssignmentsWatched assignments={assignments} isPending={isPending} to={form.getValues('userId')} />
      )}
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
