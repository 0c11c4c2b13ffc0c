import { atom, getDefaultStore } from 'jotai';

/** Who sends a request. The session supplies it (`credentialsAtom`), so that calls do not depend on how tokens are kept. */
export interface Credentials {
  readonly accessToken: () => string | null;
  /** Id of the signed-in user, sent as `user-id` (access specification, section 7). */
  readonly userId: () => string | null;
  /** Tries once to get a new token, after a 401. False if nobody is signed in any more; rejects if that is not known. */
  readonly renew: () => Promise<boolean>;
}

export const credentialsAtom = atom<Credentials>({
  accessToken: () => null,
  userId: () => null,
  renew: () => Promise.resolve(false),
});

export const credentials = (): Credentials => getDefaultStore().get(credentialsAtom);

/** Sends a request; after a 401 once more, with a new token. */
export async function sendAuthorized(send: () => Promise<Response>): Promise<Response> {
  const response = await send();
  const { accessToken, renew } = credentials();
  return response.status === 401 && accessToken() !== null && (await renew()) ? send() : response;
}

/** `all`: another person is at this browser. `outdated`: the same person has other rights; what stays on screen is read again. */
type ForgottenReads = 'all' | 'outdated';

const cacheAtom = atom<{ readonly forget: (reads: ForgottenReads) => void } | null>(null);

/** Names the cache of reads, which is loaded with the first page that reads. This file is loaded before. */
export const setReadCache = (forget: (reads: ForgottenReads) => void): void =>
  getDefaultStore().set(cacheAtom, { forget });

export const forgetReads = (reads: ForgottenReads): void => getDefaultStore().get(cacheAtom)?.forget(reads);
