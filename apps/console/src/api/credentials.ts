import { atom, getDefaultStore } from 'jotai';

/** The credentials of requests. The session supplies them (`credentialsAtom`), so that calls do not depend on how tokens are stored. */
export interface Credentials {
  readonly accessToken: () => string | null;
  /** Id of the signed-in user, sent as `user-id` (access specification, section 7). */
  readonly userId: () => string | null;
  /** Tries once to get a new token after a 401. Resolves with false if nobody is signed in; rejects if that is not known. */
  readonly renew: () => Promise<boolean>;
}

export const credentialsAtom = atom<Credentials>({
  accessToken: () => null,
  userId: () => null,
  renew: () => Promise.resolve(false),
});

export const credentials = (): Credentials => getDefaultStore().get(credentialsAtom);

/** Sends a request, and repeats it with a new token after a 401. */
export async function sendAuthorized(send: () => Promise<Response>): Promise<Response> {
  const response = await send();
  const { accessToken, renew } = credentials();
  return response.status === 401 && accessToken() !== null && (await renew()) ? send() : response;
}

/** `all`: another person uses this browser. `outdated`: the same person has other rights, so what is on screen is read again. */
type ForgottenReads = 'all' | 'outdated';

const cacheAtom = atom<{ readonly forget: (reads: ForgottenReads) => void } | null>(null);

/** Registers the cache of reads, which is loaded with the first page that reads, after this module. */
export const setReadCache = (forget: (reads: ForgottenReads) => void): void =>
  getDefaultStore().set(cacheAtom, { forget });

export const forgetReads = (reads: ForgottenReads): void => getDefaultStore().get(cacheAtom)?.forget(reads);
