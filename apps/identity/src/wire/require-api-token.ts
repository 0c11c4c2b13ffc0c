import type { RequestHandler } from 'express';
import { sameSecret } from '../secret.js';
import { invalidToken } from './okta-error.js';

const SCHEME = 'SSWS ';

/** Lets only the portal's own servers through: `Authorization: SSWS <token>`, otherwise 401 E0000011. */
export function requireApiToken(apiToken: string): RequestHandler {
  return (request, _response, next) => {
    const given = request.headers.authorization ?? '';
    if (!given.startsWith(SCHEME) || !sameSecret(given.slice(SCHEME.length), apiToken)) throw invalidToken();
    next();
  };
}
