import { Button } from '@mui/material';
import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/page/empty-state.js';
import { Page } from '../ui/page/page.js';
import { sessionAtom, signInOpenAtom } from './session.js';
import english from '../../texts/en/ui.json' with { type: 'json' };
import { InReadersLanguage, textsOf, useWords } from '../language/language.js';

const useTexts = textsOf('ui', english);

interface RequireSignInProps {
  /** The title of the page behind it. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Shows the page to a signed-in person, and a Login button to others. The address does not change. */
export function RequireSignIn({ title, children }: RequireSignInProps) {
  const { status } = useAtomValue(sessionAtom);
  if (status === 'loggedIn') return children;
  return (
    <InReadersLanguage>
      <AskForSignIn title={title} isKnown={status === 'loggedOut'} />
    </InReadersLanguage>
  );
}

/** Shows no question until it is known whether somebody is signed in. */
function AskForSignIn({ title, isKnown }: { readonly title: string; readonly isKnown: boolean }) {
  const t = useTexts();
  const words = useWords();
  const openSignIn = useSetAtom(signInOpenAtom);
  return (
    <Page title={words(title)} loading={!isKnown}>
      <EmptyState
        title={t('pleaseSignIn')}
        action={
          <Button variant="contained" onClick={() => openSignIn(true)}>
            {t('login')}
          </Button>
        }
      >
        {t('opensThen')}
      </EmptyState>
    </Page>
  );
}
