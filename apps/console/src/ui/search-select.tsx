import { Autocomplete, OutlinedInput } from '@mui/material';
import { Field, type FieldProps } from './field.js';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface SearchSelectProps extends FieldProps {
  readonly choices: readonly Choice[];
  /** Empty: nothing chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

/** One of a long list, searched by typing. */
export function SearchSelect({ choices, value, onChange, onBlur, ...field }: SearchSelectProps) {
  return (
    <Field {...field}>
      {(input) => (
        <Autocomplete
          id={input.id}
          options={choices}
          autoHighlight
          value={choices.find((choice) => choice.value === value) ?? null}
          onChange={(_event, choice) => onChange(choice?.value ?? '')}
          onBlur={onBlur}
          isOptionEqualToValue={(option, chosen) => option.value === chosen.value}
          renderInput={({ slotProps }) => (
            <OutlinedInput
              ref={slotProps.input.ref}
              endAdornment={slotProps.input.endAdornment}
              fullWidth
              slotProps={{ input: { ...slotProps.htmlInput, ...input } }}
            />
          )}
        />
      )}
    </Field>
  );
}
