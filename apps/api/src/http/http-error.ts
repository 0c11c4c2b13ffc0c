import { SIGN_IN_UNAVAILABLE } from '@throughline/contracts';

/**
 * A request that the API refuses or cannot serve. A `DomainError` is the domain's refusal (409); this is the API's own. `code` is
 * `noun/kebab-reason` and stable. No message contains data of a member.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 421 | 429 | 503,
    readonly code: `${string}/${string}`,
    message: string,
    readonly more: {
      /** Field path → message. */
      readonly errors?: Readonly<Record<string, string>>;
      readonly retryAfterSeconds?: number;
      /**
       * Of a decided refusal that says who was faster: the message without them, which is stored as the result of its key, because a person's
       * name is not (decision 161). Absent: nothing was decided, and the key can be used again.
       */
      readonly nameless?: string;
    } = {},
  ) {
    super(message);
  }
}

/** The same answer for what does not exist and for what the caller may not see. */
export const notFound = (noun: string) => new HttpError(404, `${noun}/not-found`, `This ${noun} was not found.`);

export const signInRequired = () => new HttpError(401, 'identity/sign-in-required', 'Please sign in to continue.');

export const notAllowed = (message = 'You are not allowed to do this.') =>
  new HttpError(403, 'identity/not-allowed', message);

export const keyReused = () =>
  new HttpError(409, 'request/idempotency-key-reused', 'This Idempotency-Key was used for another request.');

export const identityUnavailable = () =>
  new HttpError(503, 'identity/unavailable', SIGN_IN_UNAVAILABLE, { retryAfterSeconds: 5 });

export const tooManyRequests = (retryAfterSeconds: number) =>
  new HttpError(429, 'request/too-many', 'Too many requests. Please wait a moment and try again.', {
    retryAfterSeconds,
  });
