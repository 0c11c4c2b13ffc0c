import { OutlinedInput } from '@mui/material';
import type { FocusEvent, HTMLInputTypeAttribute, ReactNode, Ref } from 'react';
import { Field, type FieldProps } from './field.js';
import { Lock } from '../icons/page-icons.js';

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  /** `edit` has the `inputType` of the edit, if the browser reports it. */
  readonly onChange: (value: string, edit?: InputEvent) => void;
  readonly onBlur?: (event: FocusEvent) => void;
  readonly type?: HTMLInputTypeAttribute;
  /** The keyboard on a phone. E-mail fields use this and not `type="email"`, with which browsers change the typed text. */
  readonly inputMode?: 'numeric' | 'decimal' | 'email';
  /** Of a time, in seconds. */
  readonly step?: number;
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly placeholder?: string;
  readonly readOnly?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Minimum number of lines. More than one makes the field a text area. */
  readonly rows?: number;
  /** Shown inside the field, after the text. */
  readonly endAdornment?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const {
    value,
    onChange,
    onBlur,
    type = 'text',
    inputMode,
    step,
    autoComplete = 'off',
    autoFocus = false,
    placeholder,
    readOnly = false,
    inputRef,
    rows = 1,
    endAdornment = readOnly ? <Lock size={16} aria-hidden /> : undefined,
    ...field
  } = props;
  return (
    <Field {...field}>
      {(input) => (
        <OutlinedInput
          value={value}
          onChange={(event) => onChange(event.target.value, event.nativeEvent as InputEvent)}
          onBlur={onBlur}
          type={type}
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          placeholder={placeholder}
          readOnly={readOnly}
          endAdornment={endAdornment}
          {...(inputRef && { inputRef })}
          {...(rows > 1 && { multiline: true, minRows: rows, maxRows: Math.max(rows, 12) })}
          slotProps={{ input: { ...input, inputMode, step } }}
        />
      )}
    </Field>
  );
}
