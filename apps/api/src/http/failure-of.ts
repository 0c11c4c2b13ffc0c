import { HttpException } from '@nestjs/common';
import { DEFAULT_ERROR_MESSAGE, type Failure } from '@throughline/contracts';
import { Rejection } from '@throughline/domain';
import { StoreUnavailable, WrongExpectedRevision } from '@throughline/event-store';
import { Refusal } from './refusal.js';

export interface FailureAnswer {
  readonly status: number;
  readonly body: Failure;
  readonly retryAfterSeconds?: number;
  /** Nobody foresaw it: to be logged with its stack. */
  readonly unexpected: boolean;
}

/** Every way in which a request can fail, as the envelope says it. What nobody foresaw is told by its correlation id alone. */
export function failureOf(error: unknown, correlationId: string): FailureAnswer {
  if (error instanceof Refusal) {
    const { errors, retryAfterSeconds } = error.more;
    return {
      ...expected(error.status, error.code, error.message, errors),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    };
  }
  if (error instanceof Rejection) return expected(409, error.code, error.message);
  if (error instanceof WrongExpectedRevision) {
    return expected(409, 'request/conflict', 'Somebody else changed this at the same moment. Please try again.');
  }
  if (error instanceof StoreUnavailable || isDatabaseAway(error)) {
    const message = 'The service is briefly unavailable. Please try again: nothing will be recorded twice.';
    return { ...expected(503, 'service/unavailable', message), retryAfterSeconds: 2, unexpected: true };
  }
  if (error instanceof HttpException) return ofHttpStatus(error.getStatus());
  if (isRequestFault(error)) return ofHttpStatus(error.status);
  return {
    status: 500,
    unexpected: true,
    body: { success: false, message: DEFAULT_ERROR_MESSAGE, data: null, code: 'service/unexpected', correlationId },
  };
}

function expected(
  status: number,
  code: string,
  message: string,
  errors?: Readonly<Record<string, string>>,
): FailureAnswer {
  return { status, unexpected: false, body: { success: false, message, data: null, code, ...(errors && { errors }) } };
}

/** What Express, its body parser and Nest say themselves; their own words may quote the request, so they are not repeated. */
function ofHttpStatus(status: number): FailureAnswer {
  switch (status) {
    case 404:
      return expected(404, 'request/unknown-route', 'There is nothing at this address.');
    case 413:
      return expected(413, 'request/too-large', 'The request is too large.');
    case 415:
      return expected(415, 'request/unsupported-type', 'The request must be JSON.');
    default:
      return expected(status, 'request/malformed', 'The request could not be read.');
  }
}

function isRequestFault(error: unknown): error is { status: number } {
  if (!(error instanceof Error) || !('status' in error)) return false;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500;
}

/** What the driver says, without a code, of a connection that broke, one that broke before, and one that could not be had. */
const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/;

/**
 * The database is starting, stopping or cannot be reached: SQLSTATE classes 57P and 08, and what sockets say; or somebody else has
 * what is waited for (55P03).
 */
function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === 'string' && /^(57P0|08|55P03|ECONNREFUSED|ECONNRESET|EPIPE)/.test(code)) return true;
  return typeof message === 'string' && LOST_CONNECTION.test(message);
}
