import type { RequestHandler, RequestParamHandler } from 'express';
import { sameSecret } from '../secret.js';
import { invalidToken, notFound } from '../wire/okta-error.js';
import { isStorable } from '../wire/storable-text.js';

const SCHEME = 'SSWS ';

/** Accepts only calls of the portal's own servers: `Authorization: SSWS <token>`, otherwise 401 E0000011. */
export function requireApiToken(apiToken: string): RequestHandler {
  return (request, _response, next) => {
    const given = request.headers.authorization ?? '';
    if (!given.startsWith(SCHEME) || !sameSecret(given.slice(SCHEME.length), apiToken)) throw invalidToken();
    next();
  };
}

/** An id that the database could not store belongs to nothing. */
export const storableOnly: RequestParamHandler = (_request, _response, next, value: string) =>
  next(isStorable(value) ? undefined : notFound());
