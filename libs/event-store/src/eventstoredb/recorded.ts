import type { Position, RecordedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { EventMetadata, Recorded } from '@throughline/domain/kernel';

/** The server's own streams (statistics, links, settings) and types (what ends a deleted stream) begin so; ours never do. */
const isOfTheSystem = (name: string): boolean => name.startsWith('$');

/**
 * Our position of an event's: the commit position, a byte offset, which is also the prepare position (docs/decisions/0001).
 * Of a checkpoint that need not be so (`ScannedPosition`).
 * Throws `RangeError` for one that is not so, or that no JavaScript number can hold.
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

/** Where a `$all` read or subscription begins; 0 is before everything. */
export const startAt = (after: number): Position | 'start' => (after === 0 ? 'start' : fromPosition(after));

/**
 * Nothing for what is not of the log: the server's own events.
 * One of a stranger's hand (no metadata of ours) is passed on without: its chain then shows it.
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
