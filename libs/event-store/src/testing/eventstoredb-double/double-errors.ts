import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** An error as the server sends it: a status, and the kind of exception in the trailers. */
function serviceError(code: status, details: string, trailers: Readonly<Record<string, string>> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export const unavailable = () => serviceError(status.UNAVAILABLE, 'Server Is Not Ready');

/** The server sends it without a text. */
export const unauthenticated = () => serviceError(status.UNAUTHENTICATED, '');

export const connectionDropped = () => serviceError(status.UNAVAILABLE, 'Connection dropped');

export const notLeader = ({ host, port }: { readonly host: string; readonly port: number }) =>
  serviceError(status.NOT_FOUND, `Leader info available`, {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });

/** The answer to an append that is on too few nodes. */
export const timedOut = (what: string) => serviceError(status.ABORTED, `Operation timed out: ${what}`);

export const tooSlow = () =>
  serviceError(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );

export const inventedPosition = () => serviceError(status.UNKNOWN, 'Unexpected ReadAllResult: Error');

export const wrongExpectedVersion = (
  stream: string,
  expected: number | 'any' | 'no-stream',
  actual: number | 'no-stream',
) =>
  serviceError(status.FAILED_PRECONDITION, `Stream ${stream} is not at ${expected}`, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(expected === 'any' ? -2 : expected === 'no-stream' ? -1 : expected),
    ...(actual !== 'no-stream' && { 'actual-version': String(actual) }),
  });

export const streamDeleted = (stream: string) =>
  serviceError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const invalid = (details: string) => serviceError(status.INVALID_ARGUMENT, details);

export const tooLarge = (limit: number) =>
  serviceError(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });
