import { NativeSelect, OutlinedInput } from '@mui/material';
import { Field, type FieldProps } from './field.js';
import type { Choice } from './search-select.js';

interface ChoiceFieldProps extends FieldProps {
  readonly choices: readonly Choice[];
  /** Empty: nothing chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  /** Words of the empty choice; null: there is none. */
  readonly emptyLabel?: string | null;
  readonly autoFocus?: boolean;
}

/** One of a short list: the browser's own select, which every device knows how to show. */
export function ChoiceField({
  choices,
  value,
  onChange,
  onBlur,
  emptyLabel = 'Choose',
  autoFocus = false,
  ...field
}: ChoiceFieldProps) {
  return (
    <Field {...field}>
      {(input) => (
        <NativeSelect
          input={<OutlinedInput autoFocus={autoFocus} />}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          inputProps={input}
        >
          {emptyLabel === null ? null : <option value="">{emptyLabel}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
