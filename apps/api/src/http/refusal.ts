/**
 * The request is not served, and the caller is told why. Unlike a `Rejection`, which is the business saying no (409), this is
 * the API's own answer. `code` is `noun/kebab-reason`, stable; neither carries personal data.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503,
    readonly code: `${string}/${string}`,
    message: string,
    readonly more: {
      /** Field path → message. */
      readonly errors?: Readonly<Record<string, string>>;
      readonly retryAfterSeconds?: number;
    } = {},
  ) {
    super(message);
  }
}

/** Unknown and hidden look alike. */
export const notFound = (noun: string) => new Refusal(404, `${noun}/not-found`, `This ${noun} was not found.`);

export const signInRequired = () => new Refusal(401, 'identity/sign-in-required', 'Please log in to continue.');
