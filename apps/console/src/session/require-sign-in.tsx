import { Button } from '@mui/material';
import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.js';
import { Page } from '../ui/page.js';
import { sessionAtom, signInOpenAtom } from './session.js';
import english from '../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('ui', english);

interface RequireSignInProps {
  /** Of the page that waits behind. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Shows the page to a signed-in person, and a {say('login')} button to others. The address does not change. */
export function RequireSignIn({ title, children }: RequireSignInProps) {
  const say = useTexts();
  const { status } = useAtomValue(sessionAtom);
  const openSignIn = useSetAtom(signInOpenAtom);
  if (status === 'loggedIn') return children;
  return (
    <Page title={title} loading={status === 'initial'}>
      <EmptyState
        title={say('pleaseSignIn')}
        action={
          <Button variant="contained" onClick={() => openSignIn(true)}>
            {say('login')}
          </Button>
        }
      >
        {say('opensThen')}
      </EmptyState>
    </Page>
  );
}
