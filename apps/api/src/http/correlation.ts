import { randomUUID } from 'node:crypto';
import { CORRELATION_ID_HEADER } from '@throughline/contracts';
import type { RequestHandler } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    correlationId: string;
  }
}

/** Anything else could carry personal data, or a line break, into the log. */
const ACCEPTABLE = /^[\w-]{8,64}$/;

/**
 * One id for what follows from a request: taken from the caller or made, in its log lines and events, and answered. It is handed on by hand:
 * an `AsyncLocalStorage` would cost a tenth of a request's processor time.
 */
export const correlation: RequestHandler = (request, response, next) => {
  const given = request.get(CORRELATION_ID_HEADER) ?? '';
  request.correlationId = ACCEPTABLE.test(given) ? given : randomUUID();
  response.setHeader(CORRELATION_ID_HEADER, request.correlationId);
  next();
};
