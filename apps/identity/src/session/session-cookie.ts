import type { CookieOptions, Request, Response } from 'express';
import type { IdentityProvider } from '../identity-provider.js';

/** Okta's name for it. Lax, because the portal and its provider share an origin: the renewing iframe still sends it. */
const NAME = 'sid';

/** A session cookie of the browser: how long the session may last is decided here and not by the browser. */
const options = ({ issuer }: IdentityProvider): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: issuer.startsWith('https:'),
  path: '/',
});

export function sessionIdOf(request: Request): string | undefined {
  const pair = (request.headers.cookie ?? '')
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${NAME}=`));
  return pair?.slice(NAME.length + 1);
}

export const setSessionCookie = (provider: IdentityProvider, response: Response, id: string): void =>
  void response.cookie(NAME, id, options(provider));

export const clearSessionCookie = (provider: IdentityProvider, response: Response): void =>
  void response.clearCookie(NAME, options(provider));
