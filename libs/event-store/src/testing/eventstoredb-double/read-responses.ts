import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { DoubleRecord } from './double-log.js';

/** The wire format counts ticks of 100 ns from 1970, unlike .NET, which counts them from the year 1. */
const TICKS_PER_MS = 10_000n;

/** Many subscriptions get the same event, which is encoded once. */
const serialized = new WeakMap<DoubleRecord, Uint8Array>();

export function eventResponse(record: DoubleRecord): Uint8Array {
  const bytes = serialized.get(record) ?? newEventResponse(record).serializeBinary();
  serialized.set(record, bytes);
  return bytes;
}

function newEventResponse(record: DoubleRecord): streams.ReadResp {
  const position = String(record.position);
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(record.id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(record.stream)))
    .setStreamRevision(String(record.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(record.data)
    .setCustomMetadata(record.metadata);
  recorded
    .getMetadataMap()
    .set('type', record.type)
    .set('content-type', record.contentType)
    .set('created', String(BigInt(record.createdMs) * TICKS_PER_MS));
  const event = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position);
  return new streams.ReadResp().setEvent(event);
}

export function checkpointResponse(commit: number, prepare = commit): Uint8Array {
  const checkpoint = new streams.ReadResp.Checkpoint();
  return new streams.ReadResp()
    .setCheckpoint(checkpoint.setCommitPosition(String(commit)).setPreparePosition(String(prepare)))
    .serializeBinary();
}

export function confirmationResponse(): Uint8Array {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  return new streams.ReadResp().setConfirmation(confirmation.setSubscriptionId('double')).serializeBinary();
}

export function caughtUpResponse(): Uint8Array {
  return new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()).serializeBinary();
}

export function notFoundResponse(stream: string): Uint8Array {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream));
  const notFound = new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier);
  return new streams.ReadResp().setStreamNotFound(notFound).serializeBinary();
}
