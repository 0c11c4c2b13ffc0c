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

/** `all`: another person is at this browser. `unseen`: the same person has other rights; what is on screen is read again by itself. */
type ForgottenReads = 'all' | 'unseen';

const cacheAtom = atom<{ readonly forget: (reads: ForgottenReads) => void } | null>(null);

/** Names the cache of reads, which is loaded with the first page that reads. This file is loaded before. */
export const setReadCache = (forget: (reads: ForgottenReads) => void): void =>
  getDefaultStore().set(cacheAtom, { forget });

export const forgetReads = (reads: ForgottenReads): void => getDefaultStore().get(cacheAtom)?.forget(reads);
