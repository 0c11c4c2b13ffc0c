import { Alert, Button, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import { beginRecovery } from '../../../session/recovery.js';
import { consoleConfigAtom, signInOpenAtom, userAtom } from '../../../session/session.js';
import { Page } from '../../../ui/page.js';
import { ChoosePassword } from '../recovery/choose-password.js';

interface RecoveryPageProps {
  readonly title: string;
  /** How long the mailed link is valid, and what to do after that. */
  readonly expiry: ReactNode;
  /** After the password was chosen. */
  readonly done: (username: string) => ReactNode;
}

/** /activate/{token}: the first password of an account (access specification, sections 2 and 4). */
export function ActivatePage() {
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  return (
    <RecoveryPage
      title="Activate Account"
      expiry={`The link works once, within seven days. If yours has expired, write to ${contactEmail}.`}
      done={(username) => (
        <>
          <Alert severity="success" role="status">
            Your account is active. Sign in as {username} with the password that you chose.
          </Alert>
          <Typography>
            Referrals that you submit while you are signed in are listed under Referrals. What was submitted before
            stays with its referral ID: who has the ID sees the progress, and nobody sees the member by an e-mail
            address.
          </Typography>
        </>
      )}
    />
  );
}

/** /reset-password/{token}: a new password in the place of a forgotten one. */
export function ResetPasswordPage() {
  return (
    <RecoveryPage
      title="Reset Password"
      expiry="The link works once, within an hour. Ask for another one: choose Login, then Forgot password."
      done={(username) => (
        <Alert severity="success" role="status">
          Your password was changed, and you were signed out everywhere. Sign in as {username} with the new one.
        </Alert>
      )}
    />
  );
}

function RecoveryPage({ title, expiry, done }: RecoveryPageProps) {
  const { token = '' } = useParams();
  const [chosen, setChosen] = useState(false);
  const { data, error, isPending } = useQuery({
    queryKey: ['recovery', token],
    queryFn: () => beginRecovery(token),
    // The answer is a secret for one use: it is neither cached nor requested again.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Page title={title} about={chosen || error ? undefined : 'Choose a password to sign in with.'} loading={isPending}>
      {chosen ? <Chosen>{done(data?.username ?? '')}</Chosen> : null}
      {error ? (
        <Stack spacing={2}>
          <Alert severity="error" role="alert">
            {error.message}
          </Alert>
          <Typography>{expiry}</Typography>
          <SignInButton label="Login" />
        </Stack>
      ) : null}
      {data && !chosen ? <ChoosePassword recovery={data} submitLabel={title} onChosen={() => setChosen(true)} /> : null}
    </Page>
  );
}

function Chosen({ children }: { readonly children: ReactNode }) {
  return (
    <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
      {children}
      <SignInButton label="Sign In" autoFocus />
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
