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

/** The page for whoever is signed in; for others, in its place, the way in. The address stays as it is. */
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
        You stay on this page; it opens as soon as you are signed in.
      </EmptyState>
    </Page>
  );
}
