import { isEmail } from '@throughline/contracts';
import { Alert, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { BoundField } from '../../ui/fields/bound-field.js';
import { FormDialog } from '../../ui/dialogs/form-dialog.js';
import { TextField } from '../../ui/fields/text-field.js';
import { consoleConfigAtom } from '../session.js';
import { requestPasswordReset } from '../sign-in/sign-in.js';
import { type SignInDialogProps, useAttempt } from './use-attempt.js';
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('sign-in', english);

interface MailedLinkProps extends SignInDialogProps {
  readonly username: string;
}

/** Forgot Password. The answer is the same whether the account exists or not. */
export function ForgotPassword({ username, ...props }: MailedLinkProps) {
  const say = useTexts();
  const { control, handleSubmit, formState, getValues } = useForm({ defaultValues: { username } });
  const [sent, setSent] = useState(false);
  const { attempt, busy, error } = useAttempt(props, username);
  const backToSignIn = () => attempt(() => Promise.resolve(signInAs(getValues('username'))));
  const send = () =>
    attempt(async () => {
      await requestPasswordReset(getValues('username'), 'forgotten');
      setSent(true);
      return { dialog: 'forgot-password', username };
    });
  return (
    <FormDialog
      open
      instant
      maxWidth="xs"
      title={say('forgotPassword')}
      about={sent ? undefined : say('forgotAbout')}
      submitLabel={sent ? say('signIn') : say('sendLink')}
      done={sent}
      busy={busy}
      dirty={formState.isDirty && !sent}
      error={error}
      {...(error && { errorTitle: error.message })}
      onClose={props.onClose}
      onSubmit={sent ? backToSignIn : handleSubmit(send)}
    >
      {sent ? <LinkSent to={getValues('username')} /> : null}
      {sent ? null : (
        <BoundField control={control} name="username" check={usernameFault}>
          {(field) => (
            <TextField
              {...field}
              label={say('username')}
              help={say('usernameHelp')}
              inputMode="email"
              autoComplete="username"
              autoFocus
              required
            />
          )}
        </BoundField>
      )}
    </FormDialog>
  );
}

/** Shown to somebody who has the right password, but whose browser the provider has locked. */
export function LockedOut({ username, ...props }: MailedLinkProps) {
  const say = useTexts();
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  const [sent, setSent] = useState(false);
  const { attempt, busy, error } = useAttempt(props, username);
  const send = () =>
    attempt(async () => {
      await requestPasswordReset(username, 'locked-out');
      setSent(true);
      return { dialog: 'locked-out', username };
    });
  return (
    <FormDialog
      open
      instant
      maxWidth="xs"
      title={say('locked')}
      submitLabel={sent ? say('signIn') : say('sendLink')}
      done={sent}
      busy={busy}
      error={error}
      {...(error && { errorTitle: error.message })}
      onClose={props.onClose}
      onSubmit={sent ? () => attempt(() => Promise.resolve(signInAs(username))) : send}
    >
      {sent ? (
        <LinkSent to={username} />
      ) : (
        <Stack spacing={2}>
          <Alert severity="warning" role="alert">
            {say('lockedWhy')}
          </Alert>
          <Typography>{say('lockEnds', { username, contactEmail })}</Typography>
        </Stack>
      )}
    </FormDialog>
  );
}

function LinkSent({ to }: { readonly to: string }) {
  const say = useTexts();
  return (
    <Stack spacing={2}>
      <Alert severity="success" role="status">
        {say('resetSent')}
      </Alert>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{say('resetWhere', { email: to })}</Typography>
    </Stack>
  );
}

const signInAs = (username: string) => ({ dialog: 'sign-in', username: username.trim(), notice: null }) as const;

/** Access specification, section 5. */
const usernameFault = (typed: string): true | string => {
  if (typed.trim() === '') return useTexts.now('noUsername');
  return isEmail(typed.trim()) || useTexts.now('badUsername');
};
