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
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('sign-in', english);

const WHY: Record<SessionEnd | SignInNotice, keyof typeof english> = {
  'nobody-answered': 'nobodyAnswered',
  'taken-over': 'takenOver',
  'known-browser': 'knownBrowser',
  'took-too-long': 'tookTooLong',
  'password-set': 'passwordSet',
};

interface SignInFormProps extends SignInDialogProps {
  readonly step: Extract<SignInStep, { dialog: 'sign-in' }>;
  readonly ended: SessionEnd | null;
  /** It takes the place of another dialog. */
  readonly instant: boolean;
}

/** Sign In with username and password (access specification, sections 2, 4 and 8). */
export function SignInForm({ step: { username, notice }, ended, instant, ...props }: SignInFormProps) {
  const say = useTexts();
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
      title={say('signIn')}
      submitLabel={say('signIn')}
      busy={busy}
      error={error}
      {...(error && { errorTitle: error.message })}
      onClose={props.onClose}
      onSubmit={handleSubmit((typed) => attempt(() => signIn(typed)))}
    >
      <Stack spacing={2}>
        {why !== null && error === null && !busy ? <Alert severity="info">{say(WHY[why])}</Alert> : null}
        <BoundField control={control} name="username" check={(typed) => typed.trim() !== '' || say('noUsername')}>
          {(field) => (
            <TextField
              {...field}
              label={say('username')}
              help={say('usernameHelp')}
              inputMode="email"
              autoComplete="username"
              autoFocus={username === ''}
              required
            />
          )}
        </BoundField>
        <BoundField control={control} name="password" check={(typed) => typed !== '' || say('noPassword')}>
          {(field) => (
            <PasswordField
              {...field}
              label={say('password')}
              autoComplete="current-password"
              autoFocus={username !== ''}
              required
            />
          )}
        </BoundField>
        {passkeys ? (
          <Button variant="outlined" disabled={busy} onClick={() => void attempt(signInWithPasskey)}>
            {say('passkey')}
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
            {say('forgotten')}
          </Button>
          <Button size="small" disabled={busy} onClick={register}>
            {say('register')}
          </Button>
        </Stack>
      </Stack>
    </FormDialog>
  );
}
