import { Alert, Button, Stack } from '@mui/material';
import { useAtomValue, useSetAtom } from 'jotai';
import { useForm } from 'react-hook-form';
import { BoundField } from '../../ui/bound-field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { PasswordField } from '../../ui/password-field.js';
import { TextField } from '../../ui/text-field.js';
import { signInWithPasskey } from '../passkeys.js';
import { consoleConfigAtom, registerOpenAtom, type SessionEnd } from '../session.js';
import type { SignInNotice, SignInStep } from '../sign-in-step.js';
import { signIn } from '../sign-in.js';
import { type SignInDialogProps, useAttempt } from './use-attempt.js';

const WHY: Record<SessionEnd | SignInNotice, string> = {
  'nobody-answered':
    'You were signed out because the session was not extended. Sign in to continue where you were; a started order is kept.',
  'taken-over':
    'You were signed out because this browser was about to continue as another person. Sign in to continue where you were; a started order is kept.',
  'known-browser': 'This browser may sign in now. Type your username and your password once more.',
  'took-too-long': 'The sign-in took too long or was continued elsewhere. Please sign in again.',
  'password-set': 'Your password was changed. Sign in with the new one.',
};

interface SignInFormProps extends SignInDialogProps {
  readonly step: Extract<SignInStep, { dialog: 'sign-in' }>;
  readonly ended: SessionEnd | null;
  /** It takes the place of another dialog. */
  readonly instant: boolean;
}

/** Sign In with username and password (access specification, sections 2, 4 and 8). */
export function SignInForm({ step: { username, notice }, ended, instant, ...props }: SignInFormProps) {
  const setRegistering = useSetAtom(registerOpenAtom);
  const { passkeys } = useAtomValue(consoleConfigAtom);
  const { control, handleSubmit, getValues } = useForm({ defaultValues: { username, password: '' } });
  const { attempt, busy, error } = useAttempt(props, username);
  const why = notice ?? ended;
  const register = () => {
    props.onClose();
    setRegistering(true);
  };
  return (
    <FormDialog
      open
      maxWidth="xs"
      instant={instant}
      title="Sign In"
      submitLabel="Sign In"
      busy={busy}
      error={error}
      {...(error && { errorTitle: error.message })}
      onClose={props.onClose}
      onSubmit={handleSubmit((typed) => attempt(() => signIn(typed)))}
    >
      <Stack spacing={2}>
        {why !== null && error === null && !busy ? <Alert severity="info">{WHY[why]}</Alert> : null}
        <BoundField control={control} name="username" check={(typed) => typed.trim() !== '' || 'Username is required'}>
          {(field) => (
            <TextField
              {...field}
              label="Username"
              help="Your e-mail address"
              inputMode="email"
              autoComplete="username"
              autoFocus={username === ''}
              required
            />
          )}
        </BoundField>
        <BoundField control={control} name="password" check={(typed) => typed !== '' || 'Password is required'}>
          {(field) => (
            <PasswordField
              {...field}
              label="Password"
              autoComplete="current-password"
              autoFocus={username !== ''}
              required
            />
          )}
        </BoundField>
        {passkeys ? (
          <Button variant="outlined" disabled={busy} onClick={() => void attempt(signInWithPasskey)}>
            Sign in with a passkey
          </Button>
        ) : null}
        <Stack direction="row" sx={{ justifyContent: 'space-between', flexWrap: 'wrap' }}>
          <Button
            size="small"
            disabled={busy}
            onClick={() =>
              void attempt(() => Promise.resolve({ dialog: 'forgot-password', username: getValues('username').trim() }))
            }
          >
            Forgot password?
          </Button>
          <Button size="small" disabled={busy} onClick={register}>
            Register
          </Button>
        </Stack>
      </Stack>
    </FormDialog>
  );
}
