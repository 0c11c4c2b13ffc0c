import { Button } from '@mui/material';
import { useState } from 'react';
import { TextField, type TextFieldProps } from './text-field.js';
import { VisuallyHidden } from '../visually-hidden.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('ui', english);

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'endAdornment' | 'autoComplete'> {
  /** `current-password` offers the stored password, `new-password` generates one. */
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password with a button that shows it. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <Button size="small" color="inherit" onClick={() => setShown(!shown)} sx={{ minWidth: 56, ml: 1 }}>
          {shown ? t('hide') : t('show')}
          <VisuallyHidden>{t('typedIn', { field: props.label })}</VisuallyHidden>
        </Button>
      }
    />
  );
}
