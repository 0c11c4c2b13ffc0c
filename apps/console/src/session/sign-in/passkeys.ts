import { callProvider } from './call-provider.js';
import { identityProvider } from './identity-provider.js';
import { providerWords } from './provider-words.js';
import type { SignInStep } from './sign-in-step.js';
import { needRoom, stepOf } from './sign-in.js';

/* The embedded provider's calls for passkeys, on the portal's own origin. The browser loads their code at the first use. */

const OWN = '/api/v1/users/me/passkeys';

export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  readonly created: string;
  readonly lastUsed: string | null;
}

/** Signs in with a passkey, which needs neither a password nor another factor. Throws an `Error` whose message is for the person. */
export async function signInWithPasskey(signal: AbortSignal): Promise<SignInStep> {
  needRoom();
  const provider = await identityProvider();
  const optionsJSON = await callProvider<never>('POST', '/api/v1/authn/passkey/options', {});
  const { startAuthentication } = await browserSide();
  const response = await startAuthentication({ optionsJSON }).catch(unused);
  const address = `${provider.getIssuerOrigin()}/api/v1/authn/passkey`;
  const transaction = await provider.authn.postToTransaction(address, { response }).catch(refused);
  const { profile } = (transaction.user ?? {}) as { readonly profile?: { readonly login: string } };
  return stepOf(transaction, profile?.login ?? '', null, signal);
}

export const listPasskeys = () => callProvider<readonly OwnPasskey[]>('GET', OWN);

/** Makes the browser create a passkey. Throws an `Error` whose message is for the person. */
export async function addPasskey({ name, password }: { readonly name: string; readonly password: string }) {
  const optionsJSON = await callProvider<never>('POST', `${OWN}/options`, { password });
  const { startRegistration } = await browserSide();
  const response = await startRegistration({ optionsJSON }).catch(unused);
  return callProvider<OwnPasskey>('POST', OWN, { name, response });
}

export const renamePasskey = (id: string, name: string) => callProvider<OwnPasskey>('PUT', `${OWN}/${id}`, { name });

export const removePasskey = (id: string, password: string) =>
  callProvider<undefined>('DELETE', `${OWN}/${id}`, { password });

const browserSide = () =>
  import('@simplewebauthn/browser').catch((error: unknown) => {
    throw new Error('This could not be loaded. Check the connection and try again.', { cause: error });
  });

/** The person canceled or has no passkey here, or the browser does not support them. */
function unused(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  const words = isKnown ? 'This device has a passkey for this account already.' : 'No passkey was used.';
  throw new Error(words, { cause: error });
}

function refused(error: unknown): never {
  throw new Error(providerWords(error, 'This passkey was not accepted.'), { cause: error });
}
