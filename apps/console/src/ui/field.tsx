import { FormControl, FormHelperText, FormLabel, type SxProps, type Theme } from '@mui/material';
import { type ReactNode, useId } from 'react';

export interface FieldProps {
  readonly label: string;
  /** Under the field; an error takes its place. */
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  /** What looks odd and stops nothing; it takes the help's place, and gives way to an error. */
  readonly warning?: string | undefined;
  readonly required?: boolean;
  /** Where an error summary finds the field; made up if not given. */
  readonly id?: string;
  readonly sx?: SxProps<Theme>;
}

/** What the input must carry, for `slotProps.input` or the input itself. */
export interface InputAttributes {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean;
}

const WARNING = { color: 'warning.main' };

/** Label above, help below, the error in the help's place; all tied to the input. */
export function Field({
  label,
  help,
  error,
  warning,
  required = false,
  id,
  sx,
  children,
}: FieldProps & { readonly children: (input: InputAttributes) => ReactNode }) {
  const made = useId();
  const inputId = id ?? made;
  const helpId = `${inputId}-help`;
  return (
    <FormControl fullWidth error={error !== undefined} {...(sx && { sx })}>
      <FormLabel htmlFor={inputId}>
        {label}
        {required ? <span aria-hidden> *</span> : null}
      </FormLabel>
      {children({
        id: inputId,
        'aria-describedby': helpId,
        'aria-invalid': error !== undefined,
        'aria-required': required,
      })}
      <FormHelperText id={helpId} {...(error === undefined && warning !== undefined && { sx: WARNING })}>
        {error ?? warning ?? help}
      </FormHelperText>
    </FormControl>
  );
}
