import { identityProvider } from './identity-provider.js';

let finishing: Promise<string> | null = null;

/** Takes the tokens that the provider's redirect brought; answers where the person was. The code in the address works once. */
export function finishRedirect(): Promise<string> {
  finishing ??= finish().finally(() => {
    finishing = null;
  });
  return finishing;
}

async function finish(): Promise<string> {
  const provider = identityProvider();
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
