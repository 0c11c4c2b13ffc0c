import { type Logger, storageOutageOf } from '@throughline/platform';
import type { ErrorRequestHandler } from 'express';
import { OAuthError } from '../oauth/oauth-error.js';
import { randomSecret } from '../secret.js';
import { DisplacedError } from '../sign-in/fair-queue.js';
import { malformedBody, OktaError, TooManyRequests, unavailable } from './okta-error.js';

const OUTAGE_RETRY_AFTER_SECONDS = 5;

/**
 * Answers a failed request in the format of the endpoint: OAuth's for OAuth endpoints, Okta's for all others. The client
 * replaces the text of every answer with status 500 or above, so the log line is the only trace of it.
 */
export function answerErrors(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof OAuthError) {
      if (error.challenge !== undefined) response.set('WWW-Authenticate', error.challenge);
      return void response.status(error.status).json(error.body());
    }
    const answer = asOktaError(error);
    const errorId = `oae${randomSecret().slice(0, 20)}`;
    if (answer.status >= 500) {
      const correlationId: unknown = response.locals['correlationId'];
      log.error({ err: error, errorId, correlationId }, 'request failed');
    }
    if (answer instanceof TooManyRequests) response.set('Retry-After', String(answer.retryAfter));
    if (answer.status === 503) response.set('Retry-After', String(OUTAGE_RETRY_AFTER_SECONDS));
    response.status(answer.status).json({
      errorCode: answer.code,
      errorSummary: answer.summary,
      errorLink: answer.code,
      errorId,
      errorCauses: answer.causes.map((errorSummary) => ({ errorSummary })),
    });
  };
}

function asOktaError(error: unknown): OktaError {
  if (error instanceof OktaError) return error;
  if (error instanceof DisplacedError) return new TooManyRequests(1);
  if (isClientFault(error)) return malformedBody();
  if (storageOutageOf(error)) return unavailable();
  return new OktaError(500, 'E0000009', 'Internal Server Error');
}

/** Express and its parsers give an error that the sender caused (bad JSON, bad percent-encoding, too large) a 4xx status. */
function isClientFault(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}
