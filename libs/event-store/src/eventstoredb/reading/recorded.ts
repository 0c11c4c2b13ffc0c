import type { Position, RecordedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { EventMetadata, Recorded } from '@throughline/domain/kernel';
import type { StoredEvent } from '../../event-store.js';

/** The prefix of the server's own streams (statistics, links, settings) and event types (tombstones). The product's names never begin with it. */
const isOfTheSystem = (name: string): boolean => name.startsWith('$');

/**
 * The position of an event as one number: the commit position, a byte offset, which is also the prepare position (docs/decisions/0001).
 * For a checkpoint, the two may differ (`ScannedPosition`).
 * Throws `RangeError` if they differ, or if a JavaScript number cannot represent it.
 */
export function toPosition({ commit, prepare }: Position): number {
  const position = Number(commit);
  if (commit !== prepare || !Number.isSafeInteger(position)) {
    throw new RangeError(`Not a position that can be kept: commit ${commit}, prepare ${prepare}`);
  }
  return position;
}

export function fromPosition(position: number): Position {
  return { commit: BigInt(position), prepare: BigInt(position) };
}

/** Start of a `$all` read or subscription; 0 is before everything. */
export const startAt = (after: number): Position | 'start' => (after === 0 ? 'start' : fromPosition(after));

/**
 * Undefined for the server's own events, which are not part of the log.
 * An event of another writer, without the product's metadata, is returned without metadata: the chain then reports it.
 */
export function toRecorded({ event }: ResolvedEvent): Recorded | undefined {
  if (!event || isOfTheSystem(event.streamId) || isOfTheSystem(event.type)) return undefined;
  const { type, data, streamId: stream, revision, position, metadata } = event as RecordedEvent;
  return {
    type,
    data,
    stream,
    revision: Number(revision),
    position: toPosition(position!),
    metadata: (metadata ?? {}) as unknown as EventMetadata,
  };
}

/** Like `toRecorded`, with what only the server knows. */
export function toStored(resolved: ResolvedEvent): StoredEvent | undefined {
  const recorded = toRecorded(resolved);
  if (!recorded) return undefined;
  const { id, created } = resolved.event!;
  return { ...recorded, storedId: id, recordedMicros: created.getTime() * 1_000 };
}
