import { ErrorType } from '@eventstore/db-client';
import { TimeoutError } from '../retry.js';

const PASSING_TYPES: ReadonlySet<string | undefined> = new Set([
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
]);

/** gRPC: cancelled, deadline exceeded, resource exhausted, aborted, internal (a stream that was reset), unavailable. */
const PASSING_CODES: ReadonlySet<number | undefined> = new Set([1, 4, 8, 10, 13, 14]);

/** The client's message when no node of a cluster answers. */
const NO_NODE = /^Failed to discover/;

/** gRPC's message about a call without a connection. */
const NOT_SENT = /No connection established|Name resolution failed/;

interface ClientError extends Error {
  /** Missing if the client passes on the gRPC error unchanged. */
  readonly type?: string;
  readonly code?: number;
}

/** True if the server did not answer, or not now: the call itself may be correct, and a retry may help. */
export function isOutage(error: unknown): boolean {
  if (error instanceof TimeoutError) return true;
  const { type, code, message } = error as ClientError;
  return PASSING_TYPES.has(type) || PASSING_CODES.has(code) || NO_NODE.test(message);
}

/** An append that failed with this may be in the log, now or a little later. */
export function isInDoubt(error: unknown): boolean {
  const { type, message } = error as ClientError;
  return isOutage(error) && type !== ErrorType.NOT_LEADER && !NOT_SENT.test(message) && !NO_NODE.test(message);
}

export function isOfType(error: unknown, type: ErrorType): boolean {
  return (error as ClientError).type === type;
}
