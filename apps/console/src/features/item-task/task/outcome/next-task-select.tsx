import type { TaskName } from '@throughline/domain';
import { NativeSelect, OutlinedInput } from '@mui/material';
import type { FieldValues } from 'react-hook-form';
import { type Bound, BoundField } from '../../../../ui/fields/bound-field.js';
import { Field } from '../../../../ui/fields/field.js';
import { nextTasksByStep } from './next-tasks.js';

interface NextTaskSelectProps<Values extends FieldValues, Output> extends Bound<Values, Output> {
  readonly label: string;
  readonly from: TaskName;
  /** Called after the field has taken the choice; empty if none is chosen. */
  readonly onPicked?: (task: TaskName | '') => void;
}

/** A field for the task that items go to, grouped by step. Its value is empty until a task is chosen. */
export function NextTaskSelect<Values extends FieldValues, Output = Values>({
  label,
  from,
  onPicked,
  ...bound
}: NextTaskSelectProps<Values, Output>) {
  return (
    <BoundField<Values, Output> {...bound}>
      {({ value, onChange, onBlur, inputRef, error }) => (
        <Field label={label} error={error} required sx={{ mb: 2 }}>
          {(input) => (
            <NativeSelect
              value={value}
              onChange={({ target }) => {
                onChange(target.value);
                onPicked?.(target.value as TaskName | '');
              }}
              onBlur={onBlur}
              inputRef={inputRef}
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
      )}
    </BoundField>
  );
}
