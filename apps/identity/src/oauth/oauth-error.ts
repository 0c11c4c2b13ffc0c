/** An error in the form of RFC 6749; the client needs both fields. */
export class OAuthError extends Error {
  constructor(
    readonly error: string,
    readonly description: string,
    readonly status = 400,
    /** Value of `WWW-Authenticate`, if the endpoint requires credentials. */
    readonly challenge?: string,
  ) {
    super(`${error}: ${description}`);
  }

  body() {
    return { error: this.error, error_description: this.description };
  }
}

export const invalidRequest = (description: string) => new OAuthError('invalid_request', description);

export const invalidGrant = () =>
  new OAuthError('invalid_grant', 'The authorization code is invalid, has expired or was used before.');

/** The client treats this as the end of the session, and signs the person out of the portal. */
export const loginRequired = () =>
  new OAuthError('login_required', 'The client specified not to prompt, but the user is not logged in.');

export const invalidAccessToken = () =>
  new OAuthError('invalid_token', 'The access token is invalid.', 401, 'Bearer error="invalid_token"');
