import { Stack } from '@mui/material';
import { FormProvider, useForm } from 'react-hook-form';
import { call } from '../../api/api.js';
import { BoundField } from '../../ui/fields/bound-field.js';
import { FormDialog } from '../../ui/dialogs/form-dialog.js';
import { PasswordField } from '../../ui/fields/password-field.js';
import type { PendingSignIn } from '../sign-in/sign-in-step.js';
import { continueSignIn } from '../sign-in/sign-in.js';
import { NewPasswordFields, NO_PASSWORD, OwnUsername } from './new-password-fields.js';
import { showAtFields, type SignInDialogProps, useAttempt } from './use-attempt.js';
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('sign-in', english);

interface PasswordDialogProps extends SignInDialogProps {
  readonly pending: PendingSignIn;
}

/** Password Expired: the sign-in continues with the new password. */
export function PasswordExpired({ pending, ...props }: PasswordDialogProps) {
  const say = useTexts();
  const form = useForm({ defaultValues: { oldPassword: '', ...NO_PASSWORD } });
  const atFields = showAtFields(form.setError, ['oldPassword', 'newPassword']);
  const { attempt, busy, error } = useAttempt(props, pending.username, atFields);
  const change = form.handleSubmit(({ oldPassword, newPassword }) =>
    attempt(async () => {
      const body = { stateToken: pending.stateToken, oldPassword, newPassword };
      return continueSignIn(pending, await call('POST /okta/change-password', { body }));
    }),
  );
  return (
    <FormDialog
      open
      instant
      maxWidth="xs"
      title={say('expired')}
      about={say('expiredAbout')}
      submitLabel={say('changePassword')}
      busy={busy}
      dirty={form.formState.isDirty}
      error={error}
      {...(error && { errorTitle: error.message })}
      onClose={props.onClose}
      onSubmit={change}
    >
      <FormProvider {...form}>
        <Stack spacing={2}>
          <OwnUsername username={pending.username} />
          <BoundField control={form.control} name="oldPassword" check={(typed) => typed !== '' || say('noOldPassword')}>
            {(field) => (
              <PasswordField {...field} label={say('oldPassword')} autoComplete="current-password" autoFocus required />
            )}
          </BoundField>
          <NewPasswordFields username={pending.username} />
        </Stack>
      </FormProvider>
    </FormDialog>
  );
}

/** Reset Password, if the provider requires it during a sign-in. A mailed link has a page of its own. */
export function ResetPassword({ pending, ...props }: PasswordDialogProps) {
  const say = useTexts();
  const form = useForm({ defaultValues: NO_PASSWORD });
  const atFields = showAtFields(form.setError, ['newPassword']);
  const { attempt, busy, error } = useAttempt(props, pending.username, atFields);
  const { stateToken, username } = pending;
  const reset = form.handleSubmit(({ newPassword }) =>
    attempt(async () => {
      await call('POST /okta/reset-password', { body: { stateToken, newPassword } });
      return { dialog: 'sign-in', username, notice: 'password-set' };
    }),
  );
  return (
    <FormDialog
      open
      instant
      maxWidth="xs"
      title={say('reset')}
      about={say('resetAbout')}
      submitLabel={say('resetPassword')}
      busy={busy}
      dirty={form.formState.isDirty}
      error={error}
      {...(error && { errorTitle: error.message })}
      onClose={props.onClose}
      onSubmit={reset}
    >
      <FormProvider {...form}>
        <Stack spacing={2}>
          <OwnUsername username={username} />
          <NewPasswordFields username={username} autoFocus />
        </Stack>
      </FormProvider>
    </FormDialog>
  );
}
