import type { Logger } from '@throughline/platform';
import type { RequestHandler } from 'express';
import { randomUUID } from 'node:crypto';

/** Matches an id that the API has set. Any other value of the header is not logged. */
const CORRELATION_ID = /^[\w-]{8,64}$/;

/** One line per request: the route's pattern, never the URL, which carries session tokens and codes; no body, no login. */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    const sent = request.get('X-Correlation-Id') ?? '';
    const correlationId = CORRELATION_ID.test(sent) ? sent : randomUUID();
    response.locals['correlationId'] = correlationId;
    response.once('close', () => {
      const { path: route } = (request.route ?? {}) as { readonly path?: unknown };
      log.info(
        {
          method: request.method,
          route: typeof route === 'string' ? request.baseUrl + route : 'unknown',
          status: response.statusCode,
          ms: Math.round(performance.now() - start),
          correlationId,
        },
        'request',
      );
    });
    next();
  };
}
