import { Button } from '@mui/material';
import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.js';
import { Page } from '../ui/page.js';
import { sessionAtom, signInOpenAtom } from './session.js';

interface RequireSignInProps {
  /** Of the page that waits behind. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Shows the page to a signed-in person, and a Login button to others. The address does not change. */
export function RequireSignIn({ title, children }: RequireSignInProps) {
  const { status } = useAtomValue(sessionAtom);
  const openSignIn = useSetAtom(signInOpenAtom);
  if (status === 'loggedIn') return children;
  return (
    <Page title={title} loading={status === 'initial'}>
      <EmptyState
        title="Please sign in to see this page"
        action={
          <Button variant="contained" onClick={() => openSignIn(true)}>
            Login
          </Button>
        }
      >
        This page opens as soon as you are signed in.
      </EmptyState>
    </Page>
  );
}
