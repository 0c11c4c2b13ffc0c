import type { TaskName } from '@throughline/domain';
import { NativeSelect, OutlinedInput } from '@mui/material';
import { Field } from '../../../ui/field.js';
import { nextTasksByStep } from './next-tasks.js';

interface NextTaskSelectProps {
  readonly label: string;
  readonly from: TaskName;
  readonly value: TaskName | null;
  readonly onChange: (task: TaskName | null) => void;
  readonly error: string | undefined;
}

/** Where items go from here: the other tasks, by the step that they belong to. */
export function NextTaskSelect({ label, from, value, onChange, error }: NextTaskSelectProps) {
  return (
    <Field label={label} error={error} required sx={{ mb: 2 }}>
      {(input) => (
        <NativeSelect
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? null : (event.target.value as TaskName))}
          input={<OutlinedInput />}
          inputProps={input}
        >
          <option value="">Choose a task</option>
          {nextTasksByStep(from).map(({ step, tasks }) => (
            <optgroup key={step} label={step}>
              {tasks.map((task) => (
                <option key={task} value={task}>
                  {task}
                </option>
              ))}
            </optgroup>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
