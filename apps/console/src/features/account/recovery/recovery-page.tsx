import { Alert, Button, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import { beginRecovery, type Recovery, type SecurityQuestion } from '../../../session/sign-in/recovery.js';
import { consoleConfigAtom, signInOpenAtom, signInUsernameAtom, userAtom } from '../../../session/session.js';
import { Page } from '../../../ui/page/page.js';
import { AnswerQuestion } from './answer-question.js';
import { ChoosePassword } from './choose-password.js';
import english from '../../../../texts/en/registration.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('registration', english);

interface RecoveryPageProps {
  readonly title: string;
  /** States how long the mailed link is valid, and what to do after that. */
  readonly expiry: ReactNode;
  /** Shown after the password was chosen. */
  readonly done: (username: string) => ReactNode;
}

/** The page /activate/{token}: the first password of an account (access specification, sections 2 and 4). */
export function ActivatePage() {
  const t = useTexts();
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  return (
    <RecoveryPage
      title={t('activate')}
      expiry={t('activateExpiry', { email: contactEmail })}
      done={(username) => (
        <>
          <Alert severity="success" role="status">
            {t('active', { username })}
          </Alert>
          <Typography>{t('activeAbout')}</Typography>
        </>
      )}
    />
  );
}

/** The page /reset-password/{token}: a new password that replaces a forgotten one. */
export function ResetPasswordPage() {
  const t = useTexts();
  return (
    <RecoveryPage
      title={t('reset')}
      expiry={t('resetExpiry')}
      done={(username) => (
        <Alert severity="success" role="status">
          {t('changed', { username })}
        </Alert>
      )}
    />
  );
}

function RecoveryPage({ title, expiry, done }: RecoveryPageProps) {
  const t = useTexts();
  const words = useWords();
  const { token = '' } = useParams();
  const [chosen, setChosen] = useState(false);
  const setSignInUsername = useSetAtom(signInUsernameAtom);
  const [answered, setAnswered] = useState<Recovery | null>(null);
  const { data, error, isPending } = useQuery({
    queryKey: ['recovery', token],
    queryFn: () => beginRecovery(token),
    // The answer is a secret that can be used once, so it is neither cached nor requested again.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const recovery = answered ?? (data && !isQuestion(data) ? data : null);
  const about = t(data && recovery === null ? 'answer' : 'choose');
  return (
    <Page title={title} about={chosen || error ? undefined : about} loading={isPending}>
      {chosen ? <Chosen>{done(recovery?.username ?? '')}</Chosen> : null}
      {error ? (
        <Stack spacing={2}>
          <Alert severity="error" role="alert">
            {words(error.message)}
          </Alert>
          <Typography>{expiry}</Typography>
          <SignInButton label={t('login')} />
        </Stack>
      ) : null}
      {data && isQuestion(data) && recovery === null ? (
        <AnswerQuestion securityQuestion={data} onAnswered={setAnswered} />
      ) : null}
      {recovery && !chosen ? (
        <ChoosePassword
          recovery={recovery}
          submitLabel={title}
          autoFocus={answered !== null}
          onChosen={() => {
            setChosen(true);
            setSignInUsername(recovery.username);
          }}
        />
      ) : null}
    </Page>
  );
}

const isQuestion = (data: Recovery | SecurityQuestion): data is SecurityQuestion => 'question' in data;

function Chosen({ children }: { readonly children: ReactNode }) {
  const t = useTexts();
  return (
    <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
      {children}
      <SignInButton label={t('signIn')} autoFocus />
    </Stack>
  );
}

function SignInButton({ label, autoFocus = false }: { readonly label: string; readonly autoFocus?: boolean }) {
  const user = useAtomValue(userAtom);
  const openSignIn = useSetAtom(signInOpenAtom);
  if (user) return null;
  return (
    <Button variant="contained" autoFocus={autoFocus} onClick={() => openSignIn(true)} sx={{ alignSelf: 'flex-start' }}>
      {label}
    </Button>
  );
}
