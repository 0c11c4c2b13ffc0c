import { singleFlight } from '../api/single-flight.js';
import { identityProvider } from './identity-provider.js';

/** Takes the tokens that the provider's redirect brought. Resolves with the address where the person was. The code in the address works once. */
export const finishRedirect = singleFlight(finish);

async function finish(): Promise<string> {
  const provider = await identityProvider();
  if (!provider.isLoginRedirect()) return '/';
  const { tokens, state } = await provider.token.parseFromUrl();
  const from = provider.getOriginalUri(state) ?? '/';
  provider.removeOriginalUri(state);
  provider.tokenManager.setTokens(tokens);
  return ownPath(from);
}

/** An address of this console, whatever was stored. */
function ownPath(uri: string): string {
  const { origin, pathname, search } = new URL(uri, location.origin);
  return origin === location.origin && !pathname.startsWith('/login/') ? pathname + search : '/';
}
