import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { inventedPosition, streamDeleted } from './double-errors.js';
import type { DoubleLog, DoubleRecord } from './double-log.js';
import type { Faults } from './faults.js';
import { eventResponse, notFoundResponse } from './read-responses.js';
import { type DoubleFilter, DoubleSubscription, type ReadCall } from './subscription.js';

const BACKWARDS = 1;
const DEFAULT_WINDOW = 32;

/** Reads of a stream or of everything, in both directions, and subscriptions to everything. */
export async function answerRead(call: ReadCall, log: DoubleLog, faults: Faults): Promise<void> {
  // Each push may wait for the cancellation of the call.
  call.setMaxListeners(0);
  faults.reads++;
  const options = call.request.getOptions()!;
  const stream = options.getStream();
  if (stream) {
    const name = Buffer.from(stream.getStreamIdentifier()!.getStreamName_asU8()).toString();
    if (log.isTombstoned(name)) return void call.emit('error', streamDeleted(name));
    const records = log.stream(name);
    if (records.length > 0) return sendAll(call, faults, page(records, streamStart(stream, records), options));
    await faults.pass();
    call.write(notFoundResponse(name));
    return void call.end();
  }

  const all = options.getAll()!;
  const position = all.hasPosition() ? Number(all.getPosition()!.getCommitPosition()) : undefined;
  const forwards = options.getReadDirection() !== BACKWARDS;
  const known = position === undefined || log.holds(position) || (forwards && log.isPastEnd(position));
  if (!known) return void call.emit('error', inventedPosition());
  if (options.hasSubscription()) {
    const next = position === undefined ? (all.hasEnd() ? log.records.length : 0) : log.indexAtOrAfter(position) + 1;
    const from = Math.min(next, log.records.length);
    return new DoubleSubscription(call, log, faults, { from, filter: filterOf(options) }).run();
  }
  // A filter is ignored, as by the real server through this client.
  const start = position === undefined ? (all.hasEnd() ? log.records.length : 0) : log.indexAtOrAfter(position);
  await sendAll(call, faults, page(log.records, forwards ? start : start - 1, options));
}

/** Index of the first record to send, negative if that was deleted; for a read backwards from the end, the last one. */
function streamStart(stream: streams.ReadReq.Options.StreamOptions, records: readonly DoubleRecord[]): number {
  if (stream.hasRevision()) return Number(stream.getRevision()) - records[0]!.revision;
  return stream.hasEnd() ? records.length - 1 : 0;
}

function page(records: readonly DoubleRecord[], start: number, options: streams.ReadReq.Options): DoubleRecord[] {
  const count = Number(options.getCount());
  const first = Math.max(0, start);
  if (options.getReadDirection() !== BACKWARDS) return records.slice(first, first + count);
  return records.slice(Math.max(0, start - count + 1), Math.max(0, start + 1)).reverse();
}

async function sendAll(call: ReadCall, faults: Faults, records: readonly DoubleRecord[]): Promise<void> {
  await faults.pass();
  for (const record of records) {
    if (call.cancelled) return;
    faults.eventsSent++;
    if (call.write(eventResponse(record))) continue;
    await new Promise<void>((resolve) => {
      call.once('drain', resolve);
      call.once('cancelled', resolve);
    });
  }
  call.end();
}

/** An empty list of prefixes matches nothing. */
function filterOf(options: streams.ReadReq.Options): DoubleFilter | undefined {
  const filter = options.getFilter();
  if (!filter) return undefined;
  const expression = (filter.getStreamIdentifier() ?? filter.getEventType())!;
  const [prefixes, regex] = [expression.getPrefixList(), expression.getRegex()];
  const pattern = regex ? new RegExp(regex) : undefined;
  const window = filter.getMax() || DEFAULT_WINDOW;
  const subject = ({ stream, type }: DoubleRecord) => (filter.hasStreamIdentifier() ? stream : type);
  return {
    matches: (record) =>
      pattern ? pattern.test(subject(record)) : prefixes.some((prefix) => subject(record).startsWith(prefix)),
    window,
    checkpointEvery: window * filter.getCheckpointintervalmultiplier(),
  };
}
