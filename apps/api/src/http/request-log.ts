import { randomUUID } from 'node:crypto';
import { CORRELATION_ID_HEADER } from '@throughline/contracts';
import type { Logger } from '@throughline/platform';
import type { Request, RequestHandler } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    correlationId: string;
  }
}

/** Any other id could carry personal data, or a line break, into the log. */
const CORRELATION_ID = /^[\w-]{8,64}$/;

/**
 * Sets the id that connects a request with its log lines and events: the caller's, or a new one. It is passed on as an argument, because an
 * `AsyncLocalStorage` would cost a tenth of a request's processor time.
 */
export const correlation: RequestHandler = (request, response, next) => {
  const given = request.get(CORRELATION_ID_HEADER) ?? '';
  request.correlationId = CORRELATION_ID.test(given) ? given : randomUUID();
  response.setHeader(CORRELATION_ID_HEADER, request.correlationId);
  next();
};

/**
 * Logs one line per request. It names the route, never the URL: paths contain ids and e-mail addresses, queries contain search texts
 * (docs/promises.md 1.10).
 */
export const requestLog =
  (logger: Logger): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      logger.info(
        {
          method: request.method,
          route: routeOf(request),
          status: response.statusCode,
          ms: Math.round(performance.now() - startedAt),
          correlationId: request.correlationId,
          role: request.caller?.actor.role ?? 'anonymous',
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        'request',
      );
    });
    next();
  };

function routeOf(request: Request): string {
  const route: unknown = (request.route as { path?: unknown } | undefined)?.path;
  return typeof route === 'string' ? request.baseUrl + route : 'none';
}
