import type { Recorded } from '@throughline/domain';
import { hashOf, type StreamHead } from '@throughline/event-store';

/**
 * The heads that these events move, by stream. Pure. A head moves only to the event whose hash follows from its own: what comes
 * after a tail was cut off, or after events were written anew, never takes the place of what was seen. A stream of which nothing
 * is known is believed as its first batch has it: a rebuild from nothing need not compute every hash. An event without a hash, which
 * only somebody else can have written, moves none.
 */
export function advanceHeads(
  heads: ReadonlyMap<string, StreamHead>,
  events: readonly Recorded[],
): ReadonlyMap<string, StreamHead> {
  const moved = new Map<string, StreamHead>();
  for (const event of events) {
    const before = heads.get(event.stream);
    const { revision, position, metadata } = event;
    const hash: unknown = metadata.hash;
    if (typeof hash !== 'string' || (before && !follows(moved.get(event.stream) ?? before, event))) continue;
    moved.set(event.stream, { revision, position, hash });
  }
  return moved;
}

function follows(head: StreamHead, event: Recorded): boolean {
  return (
    event.revision === head.revision + 1 &&
    event.position > head.position &&
    event.metadata.hash === hashOf(head.hash, event)
  );
}
