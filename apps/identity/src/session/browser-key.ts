import type { Request, Response } from 'express';
import type { IdentityProvider } from '../identity-provider.js';
import { randomSecret } from '../secret.js';
import { hostCookie } from '../wire/host-cookie.js';

const YEAR_MS = 365 * 24 * 60 * 60_000;

/** The format of a `randomSecret`. */
const KEY = /^[\w-]{43}$/;

/**
 * A cookie that distinguishes browsers, and reveals nothing about their users. Okta has one of that name for the same purpose. It is
 * strict, so that a link on another site never carries it.
 */
const keyCookie = (provider: IdentityProvider) => hostCookie(provider, 'DT', { sameSite: 'strict', maxAge: YEAR_MS });

export function browserKeyOf(provider: IdentityProvider, request: Request): string | undefined {
  const key = keyCookie(provider).read(request);
  return key !== undefined && KEY.test(key) ? key : undefined;
}

/**
 * Whether a program without cookies sent the request: it has no session that a token could replace. A page or a link cannot make a browser
 * look like a program, because every browser's user agent begins with `Mozilla/…`, and the author of a link cannot remove the headers that
 * a browser adds by itself.
 */
export const isProgram = ({ headers }: Request): boolean =>
  SENT_BY_BROWSERS.every((name) => headers[name] === undefined) && !/^mozilla\//i.test(headers['user-agent'] ?? '');

const SENT_BY_BROWSERS = ['cookie', 'sec-fetch-site', 'upgrade-insecure-requests'];

/** The browser's key. A browser without one gets it with this answer. */
export function keepBrowserKey(provider: IdentityProvider, request: Request, response: Response): string {
  const key = browserKeyOf(provider, request) ?? randomSecret();
  keyCookie(provider).set(response, key);
  return key;
}
