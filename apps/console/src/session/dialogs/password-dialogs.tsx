import { Stack } from '@mui/material';
import { call } from '../../api/api.js';
import { BoundField } from '../../ui/fields/bound-field.js';
import { PasswordField } from '../../ui/fields/password-field.js';
import type { PendingSignIn } from '../sign-in/sign-in-step.js';
import { continueSignIn } from '../sign-in/sign-in.js';
import { NewPasswordFields, NO_PASSWORD, OwnUsername } from './new-password-fields.js';
import { SignInDialog, useStep } from './sign-in-dialog.js';
import type { StepProps } from './use-attempt.js';
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('sign-in', english);

interface PasswordDialogProps extends StepProps {
  readonly pending: PendingSignIn;
}

/** Password Expired: the sign-in continues with the new password. */
export function PasswordExpired({ pending, ...props }: PasswordDialogProps) {
  const t = useTexts();
  const { stateToken, username } = pending;
  const step = useStep(props, username, { oldPassword: '', ...NO_PASSWORD }, ['oldPassword', 'newPassword']);
  return (
    <SignInDialog
      step={step}
      take={async ({ oldPassword, newPassword }) => {
        const body = { stateToken, oldPassword, newPassword };
        return continueSignIn(pending, await call('POST /okta/change-password', { body }));
      }}
      title={t('expired')}
      about={t('expiredAbout')}
      submitLabel={t('changePassword')}
    >
      <Stack spacing={2}>
        <OwnUsername username={username} />
        <BoundField name="oldPassword" check={(typed) => typed !== '' || t('noOldPassword')}>
          {(field) => (
            <PasswordField {...field} label={t('oldPassword')} autoComplete="current-password" autoFocus required />
          )}
        </BoundField>
        <NewPasswordFields username={username} />
      </Stack>
    </SignInDialog>
  );
}

/** Reset Password, if the provider requires it during a sign-in. A mailed link has a page of its own. */
export function ResetPassword({ pending, ...props }: PasswordDialogProps) {
  const t = useTexts();
  const { stateToken, username } = pending;
  return (
    <SignInDialog
      step={useStep(props, username, NO_PASSWORD, ['newPassword'])}
      take={async ({ newPassword }) => {
        await call('POST /okta/reset-password', { body: { stateToken, newPassword } });
        return { dialog: 'sign-in', username, notice: 'password-set' };
      }}
      title={t('reset')}
      about={t('resetAbout')}
      submitLabel={t('resetPassword')}
    >
      <Stack spacing={2}>
        <OwnUsername username={username} />
        <NewPasswordFields username={username} autoFocus />
      </Stack>
    </SignInDialog>
  );
}
