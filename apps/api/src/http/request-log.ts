import type { Logger } from '@throughline/platform';
import type { RequestHandler } from 'express';

/**
 * One line per request. It names the route, never the URL: ids and e-mail addresses stand in paths, searches in queries
 * (QUALITY.md 1.10).
 */
export const requestLog =
  (logger: Logger): RequestHandler =>
  (request, response, next) => {
    const begun = performance.now();
    response.once('close', () => {
      logger.info(
        {
          method: request.method,
          route: routeOf(request),
          status: response.statusCode,
          ms: Math.round(performance.now() - begun),
          correlationId: request.correlationId,
          role: request.caller?.actor.role ?? 'anonymous',
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        'request',
      );
    });
    next();
  };

function routeOf(request: Parameters<RequestHandler>[0]): string {
  const route: unknown = (request.route as { path?: unknown } | undefined)?.path;
  return typeof route === 'string' ? request.baseUrl + route : 'none';
}
