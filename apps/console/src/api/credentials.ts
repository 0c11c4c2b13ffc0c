/** What a request says about who sends it. The session supplies it; calls know nothing of tokens. */
export interface Credentials {
  readonly accessToken: () => string | null;
  /** Id of the signed-in user, sent as `user-id` (access specification, section 7). */
  readonly userId: () => string | null;
  /** Tries once to get a new token after a 401; false when nobody is signed in any more. */
  readonly renew: () => Promise<boolean>;
}

let supplied: Credentials = { accessToken: () => null, userId: () => null, renew: () => Promise.resolve(false) };

export function supplyCredentials(credentials: Credentials): void {
  supplied = credentials;
}

export const credentials = (): Credentials => supplied;
