import { randomUUID } from 'node:crypto';
import { CORRELATION_ID_HEADER } from '@throughline/contracts';
import { runWithCorrelation } from '@throughline/platform';
import type { RequestHandler } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    correlationId: string;
  }
}

/** Anything else could carry personal data, or a line break, into the log. */
const ACCEPTABLE = /^[\w-]{8,64}$/;

/** One id for what follows from a request: taken from the caller or made, in every log line and event, and answered. */
export const correlation: RequestHandler = (request, response, next) => {
  const given = request.get(CORRELATION_ID_HEADER) ?? '';
  request.correlationId = ACCEPTABLE.test(given) ? given : randomUUID();
  response.setHeader(CORRELATION_ID_HEADER, request.correlationId);
  runWithCorrelation(request.correlationId, next);
};
