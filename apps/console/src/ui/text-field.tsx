import { OutlinedInput } from '@mui/material';
import type { HTMLInputTypeAttribute, Ref } from 'react';
import { Field, type FieldProps } from './field.js';

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly type?: HTMLInputTypeAttribute;
  readonly inputMode?: 'numeric';
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly placeholder?: string;
  readonly readOnly?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Lines shown at least; more than one makes it a text area. */
  readonly rows?: number;
}

export function TextField(props: TextFieldProps) {
  const {
    value,
    onChange,
    onBlur,
    type = 'text',
    inputMode,
    autoComplete = 'off',
    autoFocus = false,
    placeholder,
    readOnly = false,
    inputRef,
    rows = 1,
    ...field
  } = props;
  return (
    <Field {...field}>
      {(input) => (
        <OutlinedInput
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          type={type}
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          placeholder={placeholder}
          readOnly={readOnly}
          {...(inputRef && { inputRef })}
          {...(rows > 1 && { multiline: true, minRows: rows, maxRows: 12 })}
          slotProps={{ input: { ...input, inputMode } }}
        />
      )}
    </Field>
  );
}
