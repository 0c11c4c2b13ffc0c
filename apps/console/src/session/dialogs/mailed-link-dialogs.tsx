import { isEmail } from '@throughline/contracts';
import { Alert, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { BoundField } from '../../ui/fields/bound-field.js';
import { TextField } from '../../ui/fields/text-field.js';
import { consoleConfigAtom } from '../session.js';
import type { SignInStep } from '../sign-in/sign-in-step.js';
import { requestPasswordReset } from '../sign-in/sign-in.js';
import { SignInDialog, useStep } from './sign-in-dialog.js';
import type { StepProps } from './use-attempt.js';
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('sign-in', english);

interface MailedLinkProps extends StepProps {
  readonly username: string;
  /** The address to which a link was mailed; absent: none was yet. */
  readonly sent?: string | undefined;
}

/** Forgot Password. The answer is the same whether the account exists or not. */
export function ForgotPassword({ username, sent, ...props }: MailedLinkProps) {
  const t = useTexts();
  const step = useStep(props, username, { username });
  const isSent = sent !== undefined;
  const send = async (typed: { readonly username: string }): Promise<SignInStep> => {
    if (isSent) return signInAs(sent);
    await requestPasswordReset(typed.username, 'forgotten');
    return { dialog: 'forgot-password', username, sent: typed.username };
  };
  return (
    <SignInDialog
      step={step}
      take={send}
      title={t('forgotPassword')}
      about={isSent ? undefined : t('forgotAbout')}
      submitLabel={isSent ? t('signIn') : t('sendLink')}
      done={isSent}
    >
      {isSent ? <LinkSent to={sent} /> : null}
      {isSent ? null : (
        <BoundField name="username" check={usernameFault}>
          {(field) => (
            <TextField
              {...field}
              label={t('username')}
              help={t('usernameHelp')}
              inputMode="email"
              autoComplete="username"
              autoFocus
              required
            />
          )}
        </BoundField>
      )}
    </SignInDialog>
  );
}

/** Shown to somebody who has the right password, but whose browser the provider has locked. */
export function LockedOut({ username, sent, ...props }: MailedLinkProps) {
  const t = useTexts();
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  const isSent = sent !== undefined;
  const send = async (): Promise<SignInStep> => {
    if (isSent) return signInAs(username);
    await requestPasswordReset(username, 'locked-out');
    return { dialog: 'locked-out', username, sent: username };
  };
  return (
    <SignInDialog
      step={useStep(props, username, {})}
      take={send}
      title={t('locked')}
      submitLabel={isSent ? t('signIn') : t('sendLink')}
      done={isSent}
    >
      {isSent ? (
        <LinkSent to={username} />
      ) : (
        <Stack spacing={2}>
          <Alert severity="warning" role="alert">
            {t('lockedWhy')}
          </Alert>
          <Typography>{t('lockEnds', { username, contactEmail })}</Typography>
        </Stack>
      )}
    </SignInDialog>
  );
}

function LinkSent({ to }: { readonly to: string }) {
  const t = useTexts();
  return (
    <Stack spacing={2}>
      <Alert severity="success" role="status">
        {t('resetSent')}
      </Alert>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{t('resetWhere', { email: to })}</Typography>
    </Stack>
  );
}

const signInAs = (username: string) => ({ dialog: 'sign-in', username: username.trim(), notice: null }) as const;

/** Access specification, section 5. */
const usernameFault = (typed: string): true | string => {
  if (typed.trim() === '') return useTexts.now('noUsername');
  return isEmail(typed.trim()) || useTexts.now('badUsername');
};
