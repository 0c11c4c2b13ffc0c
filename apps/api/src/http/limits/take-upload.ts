import { finished, type Readable, Transform } from 'node:stream';
import type { Request } from 'express';
import { HttpError } from '../http-error.js';
import { checkPermissionAgain } from '../permission-checks.js';

/** How long a sender may be silent. */
const STALL_TIMEOUT_MS = 30_000;
/** How much is read and discarded after a refusal: a browser reads the response only after it has sent the whole body. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

export interface UploadLimits {
  readonly maxBytes: number;
  /** Makes the error for a longer body. */
  readonly tooLarge: () => Error;
  readonly stallTimeoutMs?: number;
}

/**
 * Reads the body of an upload: every upload goes through here. `take` gets a stream that ends, or fails with an `HttpError`: 413 as soon as
 * the body is too long or announces that it will be, 415 if it is compressed, 400 if it is cut off, 408 if the sender stalls or is too slow
 * (`UnreadBodies`). A sender can make a body take minutes: before the stream ends, the permission of the caller is checked again, and if it is lost, the stream fails with
 * the refusal. The stream has an error listener from the start, so `take` may read it late or not at all. After a failure, the rest of the
 * body is read and discarded.
 */
export async function takeUpload<Taken>(
  request: Request,
  limits: UploadLimits,
  take: (body: Readable) => Promise<Taken>,
): Promise<Taken> {
  let refusal: unknown;
  const checkPermission = async () => {
    try {
      // The time that the body took does not count as the server's.
      delete request.answerBy;
      await checkPermissionAgain(request);
    } catch (error) {
      refusal = error;
      throw error;
    }
  };
  const body = bodyOf(request, limits, checkPermission);
  try {
    if (isCompressed(request)) throw compressed();
    if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw limits.tooLarge();
    return await take(body);
  } catch (error) {
    request.unpipe(body);
    body.destroy();
    discardRest(request);
    // A sender that stalls will not send the rest.
    if (isStalled(error)) request.res?.setHeader('connection', 'close');
    throw refusal ?? error;
  }
}

function bodyOf(
  request: Request,
  { maxBytes, tooLarge, stallTimeoutMs = STALL_TIMEOUT_MS }: UploadLimits,
  beforeEnd: () => Promise<void>,
): Transform {
  let size = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength;
      stallTimer.refresh();
      if (size > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
    flush(done) {
      clearTimeout(stallTimer);
      endWaiting?.();
      beforeEnd().then(() => done(), done);
    },
  });
  body.on('error', () => undefined); // a reader that comes later gets the error as well
  const stallTimer = setTimeout(() => {
    // While the disk is slow, the sender is not stalling.
    if (body.writableNeedDrain) stallTimer.refresh();
    else body.destroy(stalled());
  }, stallTimeoutMs);
  const endWaiting = request.awaitBody?.({
    giveUp: () => body.destroy(stalled()),
    received: () => size,
    isHeldUp: () => body.writableNeedDrain,
  });
  body.once('close', () => {
    clearTimeout(stallTimer);
    endWaiting?.();
  });
  finished(request, { writable: false }, (error) => error && body.destroy(cutOff()));
  return request.pipe(body);
}

const isCompressed = ({ headers }: Request) => (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';

function discardRest(request: Request): void {
  let left = MAX_DISCARDED_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) request.destroy();
  });
  request.resume();
}

const STALLED = 'request/timeout';
const isStalled = (error: unknown) => error instanceof HttpError && error.code === STALLED;
const stalled = () => new HttpError(408, STALLED, 'The file did not arrive in time. Please send it again.');
const compressed = () =>
  new HttpError(415, 'file/compressed', 'The file must be sent as it is, without a Content-Encoding.');
const cutOff = () => new HttpError(400, 'file/cut-off', 'The file did not arrive whole. Please send it again.');
