import type { AllStreamResolvedEvent, ResolvedEvent, StreamingRead } from '@eventstore/db-client';
import { ErrorType } from '@eventstore/db-client';
import { withTimeout } from '../../retry.js';
import { isOfType } from '../connection/outage.js';

/**
 * All results of one read of the client. A stream that does not exist, or was deleted, has none. The call is always closed:
 * after an error the client emits neither `end` nor `close`, and leaves an abandoned read open.
 * Throws `TimeoutError` after `ms`, and the client's errors.
 */
export async function readPage<Event extends ResolvedEvent | AllStreamResolvedEvent>(
  read: StreamingRead<Event>,
  ms: number,
): Promise<Event[]> {
  const events: Event[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    // Never removed: an error without a listener ends the process.
    read.on('error', reject);
    read.on('data', (event: Event) => events.push(event));
    read.on('end', resolve);
  });
  try {
    await withTimeout(ms, ended);
  } catch (error) {
    if (!isOfType(error, ErrorType.STREAM_NOT_FOUND) && !isOfType(error, ErrorType.STREAM_DELETED)) throw error;
  } finally {
    read.cancel().catch(() => undefined);
  }
  return events;
}
