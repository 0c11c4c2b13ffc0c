import { Alert, Button, Stack } from '@mui/material';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { BoundField } from '../../ui/fields/bound-field.js';
import { useLate } from '../../ui/page/loading.js';
import { PasswordField } from '../../ui/fields/password-field.js';
import { TextField } from '../../ui/fields/text-field.js';
import { isSiteDataBlocked } from '../storage/browser-storage.js';
import { signInWithPasskey } from '../sign-in/passkeys.js';
import { consoleConfigAtom, registerOpenAtom, type SessionEnd } from '../session.js';
import type { SignInNotice, SignInStep } from '../sign-in/sign-in-step.js';
import { signIn, type SignInInput, WRONG_CREDENTIALS } from '../sign-in/sign-in.js';
import { SignInDialog, useStep } from './sign-in-dialog.js';
import type { StepProps } from './use-attempt.js';
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('sign-in', english);

/** If an answer takes longer than this, the dialog explains why it may. */
const LONG_MS = 3_000;

const WHY: Record<SessionEnd | SignInNotice, keyof typeof english> = {
  'nobody-answered': 'nobodyAnswered',
  'taken-over': 'takenOver',
  'logged-out': 'loggedOut',
  'ended-elsewhere': 'endedElsewhere',
  'known-browser': 'knownBrowser',
  'took-too-long': 'tookTooLong',
  'password-set': 'passwordSet',
};

interface SignInFormProps extends StepProps {
  readonly step: Extract<SignInStep, { dialog: 'sign-in' }>;
  readonly ended: SessionEnd | null;
  /** True if it replaces another dialog. */
  readonly instant: boolean;
}

/** Sign In with username and password (access specification, sections 2, 4 and 8). */
export function SignInForm({ step: { username, notice }, ended, instant, ...props }: SignInFormProps) {
  const t = useTexts();
  const setRegistering = useSetAtom(registerOpenAtom);
  const { passkeys } = useAtomValue(consoleConfigAtom);
  const step = useStep<SignInInput>(props, username, { username, password: '' });
  const { form, attempt, busy, error, giveUp } = step;
  const takesLong = useLate(busy, LONG_MS);
  /** The provider delays only answers after wrong passwords. */
  const [wasWrong, setWasWrong] = useState(false);
  const why = notice ?? ended;
  const [isBlocked] = useState(isSiteDataBlocked);
  const register = () => {
    props.onClose();
    setRegistering(true);
  };
  const close = () => {
    giveUp();
    props.onClose();
  };
  return (
    <SignInDialog
      step={{ ...step, onClose: close }}
      take={(typed, signal) => {
        if (error?.message === WRONG_CREDENTIALS) setWasWrong(true);
        return signIn(typed, signal);
      }}
      instant={instant}
      title={t('signIn')}
      submitLabel={t('signIn')}
      submitDisabled={isBlocked}
      cancelable
    >
      <Stack sx={{ gap: 2 }}>
        {isBlocked ? <Alert severity="warning">{t('siteDataBlocked', { site: location.host })}</Alert> : null}
        {takesLong ? <Alert severity="info">{t(wasWrong ? 'takesLonger' : 'takesLong')}</Alert> : null}
        {why !== null && error === null && !busy ? <Alert severity="info">{t(WHY[why])}</Alert> : null}
        <BoundField name="username" check={(typed) => typed.trim() !== '' || t('noUsername')}>
          {(field) => (
            <TextField
              {...field}
              label={t('username')}
              help={t('usernameHelp')}
              inputMode="email"
              autoComplete="username"
              autoFocus={username === ''}
              required
            />
          )}
        </BoundField>
        <BoundField name="password" check={(typed) => typed !== '' || t('noPassword')}>
          {(field) => (
            <PasswordField
              {...field}
              label={t('password')}
              autoComplete="current-password"
              autoFocus={username !== ''}
              required
            />
          )}
        </BoundField>
        {passkeys ? (
          <Button variant="outlined" disabled={busy || isBlocked} onClick={() => void attempt(signInWithPasskey)}>
            {t('passkey')}
          </Button>
        ) : null}
        {/* Aligns the text of the buttons with the fields. */}
        <Stack direction="row" sx={{ justifyContent: 'space-between', flexWrap: 'wrap', mx: '-10px' }}>
          <Button
            size="small"
            disabled={busy}
            onClick={() =>
              void attempt(() =>
                Promise.resolve({ dialog: 'forgot-password', username: form.getValues('username').trim() }),
              )
            }
          >
            {t('forgotten')}
          </Button>
          <Button size="small" disabled={busy} onClick={register}>
            {t('register')}
          </Button>
        </Stack>
      </Stack>
    </SignInDialog>
  );
}
