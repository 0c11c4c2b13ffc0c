import type { CookieOptions, Request, Response } from 'express';
import type { IdentityProvider } from '../identity-provider.js';

/** A cookie that scripts cannot read and other hosts cannot set. */
export interface HostCookie {
  read(request: Request): string | undefined;
  set(response: Response, value: string): void;
  clear(response: Response): void;
}

/**
 * The cookie of that name. Over https its name begins with `__Host-`: browsers then accept it only from this origin, so that another
 * subdomain cannot set one.
 */
export function hostCookie({ issuer }: IdentityProvider, plainName: string, given: CookieOptions): HostCookie {
  const secure = issuer.startsWith('https:');
  const name = secure ? `__Host-${plainName}` : plainName;
  const options: CookieOptions = { httpOnly: true, secure, path: '/', ...given };
  return {
    read: (request) => valueOf(request.headers.cookie ?? '', name),
    set: (response, value) => void response.cookie(name, value, options),
    clear: (response) => void response.clearCookie(name, options),
  };
}

function valueOf(header: string, name: string): string | undefined {
  const pair = header
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
