import commandErrors from '@eventstore/db-client/dist/utils/CommandError.js';
import { describe, expect, it } from '@jest/globals';
import { Channel, credentials, Metadata, status } from '@grpc/grpc-js';
import { TimeoutError } from '../../retry.js';
import { ConnectionLost, isInDoubt, isOutage, isStrayRejection, NoNode } from './outage.js';

/** The error that the client makes of what gRPC reports. */
function fromGrpc(code: status, details: string, exception?: string): Error {
  const metadata = new Metadata();
  if (exception !== undefined) metadata.set('exception', exception);
  if (exception === 'not-leader') {
    metadata.set('leader-endpoint-host', 'b');
    metadata.set('leader-endpoint-port', '2113');
  }
  if (exception === 'stream-deleted') metadata.set('stream-name', 'jar-1');
  const reported = Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata });
  return commandErrors.convertToCommandError(reported) as Error;
}

const plain = (message: string, code?: string) => Object.assign(new Error(message), code === undefined ? {} : { code });

/* Every error by which the client (its discovery, its calls) and the server (RpcExceptions) say that there is no leader, quorum or connection. */
describe('An error of EventStoreDB’s client', () => {
  it.each([
    // Plain errors of the client itself.
    ['no node answers the discovery', plain('Failed to discover after 10 attempts.')],
    ['the channel was closed', plain('Channel has been shut down')],
    ['our own search found no leader', new NoNode('no node leads (a:2113: it does not answer)')],
    // Errors of gRPC for a call that was not sent.
    ['nothing listens', fromGrpc(status.UNAVAILABLE, 'No connection established. Last error: connect ECONNREFUSED')],
    ['no such host', fromGrpc(status.UNAVAILABLE, 'Name resolution failed for target dns:b:2113')],
    ['the channel was closed while it connected', fromGrpc(status.UNAVAILABLE, 'Channel closed before call started')],
    // The server refuses before it writes anything.
    ['another node leads', fromGrpc(status.NOT_FOUND, 'Leader info available', 'not-leader')],
    ['the node knows no leader', fromGrpc(status.UNKNOWN, 'No leader info available in response')],
    ['an election is going on', fromGrpc(status.UNAVAILABLE, 'Server Is Not Ready')],
    ['the node is too busy', fromGrpc(status.UNAVAILABLE, 'Server Is Too Busy')],
    // An operator is changing the password, or the rights of the user.
    ['its password was changed', fromGrpc(status.UNAUTHENTICATED, '')],
    ['its user may not do this', fromGrpc(status.PERMISSION_DENIED, 'Access Denied', 'access-denied')],
  ])('is an outage in which nothing was written: %s', (_, error) => {
    expect([isOutage(error), isInDoubt(error)]).toEqual([true, false]);
  });

  it.each([
    ['no quorum for the write', fromGrpc(status.ABORTED, 'Operation timed out: Prepare phase timeout.')],
    ['no quorum for the commit', fromGrpc(status.ABORTED, 'Operation timed out: Commit phase timeout.')],
    ['the leader steps down', fromGrpc(status.ABORTED, 'Operation timed out: Request canceled by server')],
    ['the connection broke', fromGrpc(status.UNAVAILABLE, 'Connection dropped')],
    ['the connection was reset', fromGrpc(status.UNAVAILABLE, 'read ECONNRESET')],
    ['the stream was reset', fromGrpc(status.INTERNAL, 'Received RST_STREAM with code 2')],
    ['the server cancelled', fromGrpc(status.CANCELLED, 'Call cancelled')],
    ['the client cancelled', fromGrpc(status.CANCELLED, 'Cancelled on client')],
    ['its deadline passed', fromGrpc(status.DEADLINE_EXCEEDED, 'Deadline exceeded')],
    ['too many calls', fromGrpc(status.RESOURCE_EXHAUSTED, 'Bandwidth exhausted or memory limit exceeded')],
    ['a write after the end', fromGrpc(status.UNKNOWN, 'Error: write after end')],
    ['no answer in our time', new TimeoutError('No answer within 600 ms')],
    ['the connection was given up', new ConnectionLost()],
    ['Node reports a broken session', plain('The session has been destroyed', 'ERR_HTTP2_INVALID_SESSION')],
    ['Node reports a reset', plain('read ECONNRESET', 'ECONNRESET')],
  ])('is an outage in which an append may have been written: %s', (_, error) => {
    expect([isOutage(error), isInDoubt(error)]).toEqual([true, true]);
  });

  it.each([
    ['a deleted stream', fromGrpc(status.FAILED_PRECONDITION, 'Event stream is deleted.', 'stream-deleted')],
    ['an invalid request', fromGrpc(status.INVALID_ARGUMENT, 'Could not parse the id')],
    ['a position of another log', fromGrpc(status.UNKNOWN, 'Unexpected ReadAllResult: Error')],
    ['a fault of ours', new TypeError('x is not a function')],
    ['nothing', undefined],
  ])('is a fault that no retry mends: %s', (_, error) => {
    expect([isOutage(error), isInDoubt(error)]).toEqual([false, false]);
  });

  it('is dropped by the client itself only if it is an outage that the client or gRPC made', () => {
    const channel = new Channel('127.0.0.1:1', credentials.createInsecure(), {});
    channel.close();
    const closed = errorOf(() => channel.createCall('/any', Infinity, null, null, null));
    expect(closed.message).toBe('Channel has been shut down');
    expect(isStrayRejection(closed)).toBe(true);
    expect(isStrayRejection(new Error(closed.message))).toBe(false);
    const fault = errorOf(() => new Channel(null as never, credentials.createInsecure(), {}));
    expect(isStrayRejection(fault)).toBe(false);
    expect(isStrayRejection(undefined)).toBe(false);
  });
});

function errorOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('Nothing was thrown');
}
