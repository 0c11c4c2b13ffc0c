import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Page } from '../ui/page/page.js';
import { singleFlight } from '../api/single-flight.js';
import { identityProvider } from '../session/sign-in/identity-provider.js';
import english from '../../texts/en/other-pages.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('other-pages', english);

/** The page that the identity provider redirects to. It returns the person to the page where they were. */
export function Component() {
  const t = useTexts();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    finishRedirect().then((to) => navigate(to, { replace: true }), setError);
  }, [navigate]);
  return (
    <Page
      title={t('signingIn')}
      loading
      // The library's own messages are about its storage and its protocol, and mean nothing to the person.
      error={error === null ? null : new Error(t('notSignedIn'))}
      errorTitle={t('signInFailed')}
      onRetry={() => void navigate('/', { replace: true })}
    />
  );
}

/**
 * Takes the tokens that the provider's redirect brought. Resolves with the address of the page where the person was. The code in the
 * address works once.
 */
const finishRedirect = singleFlight(finish);

async function finish(): Promise<string> {
  const provider = await identityProvider();
  if (!provider.isLoginRedirect()) return '/';
  const { tokens, state } = await provider.token.parseFromUrl();
  const from = provider.getOriginalUri(state) ?? '/';
  provider.removeOriginalUri(state);
  provider.tokenManager.setTokens(tokens);
  return ownPath(from);
}

/** Accepts only an address of this console, whatever was stored. */
function ownPath(uri: string): string {
  const { origin, pathname, search } = new URL(uri, location.origin);
  return origin === location.origin && !pathname.startsWith('/login/') ? pathname + search : '/';
}
