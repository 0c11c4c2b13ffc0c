import { HttpException } from '@nestjs/common';
import { DEFAULT_ERROR_MESSAGE, type ErrorBody } from '@throughline/contracts';
import { DomainError, UnknownEvent } from '@throughline/domain';
import { StoreUnavailable, WrongExpectedRevision } from '@throughline/event-store';
import { ReadCanceled, storageOutageOf } from '@throughline/platform';
import { TimeoutError } from 'p-timeout';
import { HttpError } from './http-error.js';

export interface FailureResponse {
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterSeconds?: number;
  /** An operator should see the error: it is logged with its stack. */
  readonly unexpected: boolean;
}

/** The response for every error with which a request can fail. An unforeseen error is identified only by its correlation id. */
export function failureOf(error: unknown, correlationId: string): FailureResponse {
  if (error instanceof HttpError) {
    const { errors, retryAfterSeconds } = error.more;
    return {
      ...expected(error.status, error.code, error.message, errors),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    };
  }
  if (error instanceof DomainError) return expected(409, error.code, error.message);
  if (error instanceof WrongExpectedRevision) {
    return expected(409, 'request/conflict', 'Somebody else changed this at the same moment. Please try again.');
  }
  // Checked before outages, because the error of a client that has disconnected has the code of a lost database connection.
  if (error instanceof HttpException) return frameworkFailure(error.getStatus());
  // Only for the log, because the client has gone.
  if (error instanceof ReadCanceled) return frameworkFailure(499);
  if (isRequestFault(error)) return frameworkFailure(error.status);
  const outage = outageOf(error);
  if (outage) return unavailable(OUTAGES[outage]);
  return {
    status: 500,
    unexpected: true,
    body: { success: false, message: DEFAULT_ERROR_MESSAGE, data: null, code: 'service/unexpected', correlationId },
  };
}

interface Outage {
  readonly code: `service/${string}`;
  /** Says what is wrong, when to try again, and that a retry is safe. */
  readonly message: string;
  readonly retryAfterSeconds: number;
}

const OUTAGES = {
  away: {
    code: 'service/unavailable',
    message: 'The service is briefly unavailable. Please try again: nothing will be recorded twice.',
    retryAfterSeconds: 2,
  },
  full: {
    code: 'service/storage-full',
    message: 'The service has no space left to save anything. Please try again later: nothing will be recorded twice.',
    retryAfterSeconds: 10,
  },
  upgrading: {
    code: 'service/upgrading',
    message: 'This part of the service is being upgraded. Please try again: nothing will be recorded twice.',
    retryAfterSeconds: 10,
  },
} as const satisfies Record<string, Outage>;

/** PostgreSQL's undefined_column and undefined_table. */
const MISSING_IN_DATABASE = ['42703', '42P01'];

/**
 * `upgrading`: another node has written an event of a later release, or no worker of this release has led yet, so that a table or a column
 * that this release reads does not exist.
 */
function outageOf(error: unknown): keyof typeof OUTAGES | null {
  if (error instanceof UnknownEvent) return 'upgrading';
  if (error instanceof Error && 'code' in error && MISSING_IN_DATABASE.includes(String(error.code))) return 'upgrading';
  const isLate = error instanceof StoreUnavailable || error instanceof TimeoutError;
  return storageOutageOf(error) ?? (isLate ? 'away' : null);
}

const unavailable = ({ code, message, retryAfterSeconds }: Outage): FailureResponse => ({
  ...expected(503, code, message),
  retryAfterSeconds,
  unexpected: true,
});

function expected(
  status: number,
  code: string,
  message: string,
  errors?: Readonly<Record<string, string>>,
): FailureResponse {
  return { status, unexpected: false, body: { success: false, message, data: null, code, ...(errors && { errors }) } };
}

/** Errors of Express, its body parser and Nest. Their own messages may quote the request, so they are replaced. */
function frameworkFailure(status: number): FailureResponse {
  switch (status) {
    case 404:
      return expected(404, 'request/unknown-route', 'There is nothing at this address.');
    case 405:
      return expected(405, 'request/method-not-allowed', 'This address takes other methods.');
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
