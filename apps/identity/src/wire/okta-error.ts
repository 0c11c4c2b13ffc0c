/** An error in Okta's format. The client shows `summary`, and distinguishes errors by `code` and sometimes by the text. */
export class OktaError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly summary: string,
    readonly causes: readonly string[] = [],
  ) {
    super(`${code} ${summary}`);
  }
}

/** E0000003. */
export const malformedBody = () => new OktaError(400, 'E0000003', 'The request body was not well-formed.');

/** E0000001. `field` is the invalid part of the request, and each cause a sentence about it. */
export const invalidField = (field: string, causes: readonly string[]) =>
  new OktaError(400, 'E0000001', `Api validation failed: ${field}`, causes);

/** E0000004. The text is from the specification's error catalogue (access §8). */
export const authenticationFailed = () => new OktaError(401, 'E0000004', 'Authentication failed');

/** E0000004. Every cause gets the same answer. */
export const passkeyRefused = () => new OktaError(401, 'E0000004', 'This passkey was not accepted.');

/** E0000011. The text is from the specification's error catalogue (access §8). */
export const invalidToken = () => new OktaError(401, 'E0000011', 'Invalid token provided');

/** E0000014. Each cause is a sentence about the new password. */
export const passwordRefused = (causes: readonly string[]) =>
  new OktaError(403, 'E0000014', 'Update of credentials failed', causes);

/** E0000068. The same answer for a wrong code and an expired one. */
export const invalidPasscode = () => new OktaError(403, 'E0000068', 'Invalid Passcode/Answer');

/** E0000087. */
export const wrongAnswer = () =>
  new OktaError(403, 'E0000087', 'The recovery question answer did not match our records.');

/** E0000079. The call is not allowed in the state of its transaction. */
export const wrongState = () =>
  new OktaError(403, 'E0000079', 'This operation is not allowed in the current authentication state.');

/** E0000098. */
export const invalidPhone = () => new OktaError(400, 'E0000098', 'This phone number is invalid.');

/** E0000016. */
export const alreadyActive = () =>
  new OktaError(403, 'E0000016', 'Activation failed because the user is already active');

/** E0000038. */
export const wrongUserStatus = () =>
  new OktaError(403, 'E0000038', "This operation is not allowed in the user's current status.");

/** E0000007. */
export const notFound = () => new OktaError(404, 'E0000007', 'Not found: Resource not found');

/** E0000047. `retryAfter` is in seconds. */
export class TooManyRequests extends OktaError {
  constructor(
    readonly retryAfter: number,
    summary = 'API call exceeded rate limit due to too many requests.',
  ) {
    super(429, 'E0000047', summary);
  }
}

/** E0000047, after too many wrong passwords. The client shows the text, which is the same for a right and a wrong password. */
export const guessesUsedUp = (retryAfter: number) =>
  new TooManyRequests(
    retryAfter,
    'Too many wrong passwords were tried. If yours is right, open the link that we have sent to your email address.',
  );

/** E0000009. The database is unavailable; `answerErrors` adds when to try again. */
export const unavailable = () => new OktaError(503, 'E0000009', 'Service Unavailable');
