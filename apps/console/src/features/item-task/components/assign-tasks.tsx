import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/api.js';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { BoundField } from '../../../ui/bound-field.js';
import { ChoiceField } from '../../../ui/choice-field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { countOf, type WorkedTask } from '../task/available-actions.js';
import { TaskWatched } from '../task/task-watched.js';

interface AssignTasksProps {
  readonly taskIds: readonly string[];
  /** If it is a single one. */
  readonly task?: WorkedTask;
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

/** Assigns one task or several to a person, also those that somebody else holds. */
export function AssignTasks({ taskIds, task, onSettled, onClose }: AssignTasksProps) {
  const { control, handleSubmit, formState } = useForm({ defaultValues: { userId: '' } });
  const people = useQuery({
    queryKey: ['assignees'],
    queryFn: ({ signal }) => call('GET /tasks/assignees', {}, { signal }),
  });
  const assign = useCommand('POST /tasks/assign', {
    onSuccess: ({ results }, { body: { userId } }) => {
      const refused = results.find(({ assigned }) => !assigned);
      const given = results.filter(({ assigned }) => assigned).length;
      const name = people.data?.find((person) => person.userId === userId)?.name ?? 'them';
      if (given > 0) toast(`${countOf(given, 'task')} assigned to ${name}`);
      if (refused)
        toast(`${countOf(results.length - given, 'task')} not assigned: ${refused.message ?? refused.code}`, 'error');
      onSettled();
      onClose();
    },
    onError: onSettled,
  });
  return (
    <FormDialog
      open
      title={taskIds.length === 1 ? 'Assign task' : `Assign ${taskIds.length} tasks`}
      submitLabel="Assign"
      dirty={formState.isDirty}
      busy={assign.isPending}
      error={assign.error}
      onClose={onClose}
      onSubmit={handleSubmit(({ userId }) => assign.mutate({ body: { userId, taskIds: [...taskIds] } }))}
    >
      {task ? <TaskWatched task={task} /> : null}
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
