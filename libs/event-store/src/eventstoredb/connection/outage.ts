import { ErrorType } from '@eventstore/db-client';
import { storageOutageOf } from '@throughline/platform';
import { TimeoutError } from '../../retry.js';

/** There is no connection to a leading node. Nothing was sent. */
export class NoNode extends Error {
  override readonly name = 'NoNode';
}

/** A node answered, and does not lead. The message names the node that it considers the leader. */
export class NotLeading extends Error {
  override readonly name = 'NotLeading';
}

/** The connection was given up while the call waited for its answer. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  constructor() {
    super('The connection to the event store was lost');
  }
}

/** The server answers, but refuses the sign-in: an operator is changing the password, or the rights of the user. Nothing was written. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  constructor(options: ErrorOptions) {
    super('EventStoreDB refuses the user or the password of EVENT_STORE_URL', options);
  }
}

const PASSING_TYPES: ReadonlySet<string | undefined> = new Set([
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
]);

/** gRPC: cancelled, deadline exceeded, resource exhausted, aborted, internal (a stream that was reset), unavailable. */
const PASSING_CODES: ReadonlySet<number | string | undefined> = new Set([1, 4, 8, 10, 13, 14]);

/** Node's codes for a broken call. gRPC sometimes passes them on, like those of a broken connection (`storageOutageOf`). */
const BROKEN = /^ERR_(HTTP2|STREAM)_/;

/**
 * Messages of plain errors and of gRPC's "unknown" that say that there is no node to ask: the client finds none, its channel was closed, the node knows
 * no leader. Nothing was sent.
 */
const NO_NODE = /^Failed to discover|^Channel has been shut down|No leader info available in response/;

/** gRPC's messages about a call without a connection. */
const NOT_SENT = /No connection established|Name resolution failed|Channel closed before call started/;

/** The node has received the append, and refuses it before it writes anything. */
const NOT_TAKEN = /Server Is (?:Not Ready|Too Busy)/;

interface ClientError extends Error {
  /** Missing if the client passes on the gRPC error unchanged. */
  readonly type?: string;
  readonly code?: number | string;
}

/** gRPC: unauthenticated. */
const UNAUTHENTICATED = 16;

export function isSignInRefused(error: unknown): boolean {
  if (error instanceof SignInRefused) return true;
  return (error as Partial<ClientError> | null)?.code === UNAUTHENTICATED || isOfType(error, ErrorType.ACCESS_DENIED);
}

/** True if the server did not answer, or cannot answer now: the call itself may be correct, and a retry may help. */
export function isOutage(error: unknown): boolean {
  if (error instanceof TimeoutError || error instanceof NoNode || error instanceof ConnectionLost) return true;
  if (isSignInRefused(error)) return true;
  if (!(error instanceof Error)) return false;
  const { type, code, message } = error as ClientError;
  if (PASSING_TYPES.has(type) || PASSING_CODES.has(code)) return true;
  return BROKEN.test(String(code)) || NO_NODE.test(message) || storageOutageOf(error) !== null;
}

/** An append that failed with this may be in the log, now or a little later. */
export function isInDoubt(error: unknown): boolean {
  if (!isOutage(error) || error instanceof NoNode || isSignInRefused(error)) return false;
  const { type, message } = error as ClientError;
  return type !== ErrorType.NOT_LEADER && ![NO_NODE, NOT_SENT, NOT_TAKEN].some((words) => words.test(message));
}

/** The client's messages about a failed connection, which have no error code. */
const REASONS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/ECONNREFUSED/, 'nothing listens at its address'],
  [/ENOTFOUND|Name resolution failed/, 'its host name is unknown'],
  [/EHOSTUNREACH|ENETUNREACH/, 'there is no way to its host'],
  [/certificate|SELF_SIGNED|altnames/i, 'its certificate is not trusted here (tlsCaFile names the one that signed it)'],
  [/wrong version number|EPROTO|SSL/, 'it speaks no TLS there (tls=false if that is meant)'],
];

/** Why a node cannot be used, in words without its address. The client's own message is never shown. */
export function reasonOf(error: unknown): string {
  if (error instanceof NotLeading) return error.message;
  if (isSignInRefused(error)) return 'its user or its password is wrong';
  const message = error instanceof Error ? error.message : '';
  return REASONS.find(([pattern]) => pattern.test(message))?.[1] ?? 'it does not answer';
}

const CLIENT = /[/\\]node_modules[/\\](?:@eventstore[/\\]db-client|@grpc[/\\]grpc-js)[/\\]/;

/**
 * True for an outage that was thrown inside the client where no caller can catch it: `isStray` of `endOnUncaught`. The call that it belongs
 * to has a timeout of its own and is retried, so that ending the process would only break all other requests (docs/decisions/0086). Any
 * other uncaught error is a fault.
 */
export function isStrayRejection(error: unknown): boolean {
  if (!(error instanceof Error) || !isOutage(error)) return false;
  const [thrownAt] = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return thrownAt !== undefined && CLIENT.test(thrownAt);
}

export function isOfType(error: unknown, type: ErrorType): boolean {
  return (error as Partial<ClientError> | undefined)?.type === type;
}
