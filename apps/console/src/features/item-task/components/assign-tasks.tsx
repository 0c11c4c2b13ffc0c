import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { ChoiceField } from '../../../ui/choice-field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { assignTasks } from '../api/assign-tasks.js';
import { listAssignees } from '../api/list-assignees.js';
import { countOf } from '../task/worked-task.js';

interface AssignTasksProps {
  readonly taskIds: readonly string[];
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

/** Gives one task or several to somebody, whoever holds them now. */
export function AssignTasks({ taskIds, onSettled, onClose }: AssignTasksProps) {
  const [userId, setUserId] = useState('');
  const [asked, setAsked] = useState(false);
  const people = useQuery({ queryKey: ['assignees'], queryFn: ({ signal }) => listAssignees(signal) });
  const assign = useCommand(assignTasks, {
    onSuccess: ({ results }) => {
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
      dirty={userId !== ''}
      busy={assign.isPending}
      error={assign.error}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if (userId !== '') assign.mutate({ userId, taskIds: [...taskIds] });
      }}
    >
      {people.error ? (
        <Alert severity="error">The list of people could not be read. {people.error.message}</Alert>
      ) : null}
      <ChoiceField
        label="Assign to"
        choices={(people.data ?? []).map(({ userId: value, name, email }) => ({ value, label: `${name} · ${email}` }))}
        value={userId}
        onChange={setUserId}
        emptyLabel={people.isPending ? 'Reading names…' : 'Choose a person'}
        error={asked && userId === '' ? 'Choose a person.' : undefined}
        help="They see it under Mine at once."
        required
        autoFocus
      />
    </FormDialog>
  );
}
