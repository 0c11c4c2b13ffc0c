import { Alert, Button, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { beginRecovery } from '../../../session/recovery.js';
import { consoleConfigAtom, signInOpenAtom, userAtom } from '../../../session/session.js';
import { Page } from '../../../ui/page.js';
import { ChoosePassword } from '../activate/choose-password.js';

/** /activate/{token}: the first password of an account (access specification, sections 2 and 4). */
export function ActivatePage() {
  const { token = '' } = useParams();
  const { contactEmail } = useAtomValue(consoleConfigAtom);
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
    <Page
      title="Activate Account"
      about={chosen || error ? undefined : 'Choose a password to sign in with.'}
      loading={isPending}
    >
      {chosen ? <Activated username={data?.username ?? ''} /> : null}
      {error ? (
        <Stack spacing={2}>
          <Alert severity="error" role="alert">
            {error.message}
          </Alert>
          <Typography>
            The link works once, within seven days. If yours has expired, write to {contactEmail}.
          </Typography>
        </Stack>
      ) : null}
      {data && !chosen ? (
        <ChoosePassword recovery={data} submitLabel="Activate Account" onChosen={() => setChosen(true)} />
      ) : null}
    </Page>
  );
}

function Activated({ username }: { readonly username: string }) {
  const user = useAtomValue(userAtom);
  const openSignIn = useSetAtom(signInOpenAtom);
  return (
    <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
      <Alert severity="success" role="status">
        Your account is active. Sign in as {username} with the password that you chose.
      </Alert>
      <Typography>
        Referrals that you submit while you are signed in are listed under Referrals. What was submitted before stays
        with its referral ID: who has the ID sees the progress, and nobody sees the member by an e-mail address.
      </Typography>
      {user ? null : (
        <Button variant="contained" autoFocus onClick={() => openSignIn(true)}>
          Sign In
        </Button>
      )}
    </Stack>
  );
}
