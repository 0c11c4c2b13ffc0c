import { Button } from '@mui/material';
import { useState } from 'react';
import { TextField, type TextFieldProps } from './text-field.js';
import { VisuallyHidden } from './visually-hidden.js';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'endAdornment' | 'autoComplete'> {
  /** `current-password` offers the stored one, `new-password` makes one up. */
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password, with a button that shows it. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <Button size="small" color="inherit" onClick={() => setShown(!shown)} sx={{ minWidth: 56, ml: 1 }}>
          {shown ? 'Hide' : 'Show'}
          <VisuallyHidden> what is typed in {props.label}</VisuallyHidden>
        </Button>
      }
    />
  );
}
