import type { Recorded } from '@throughline/domain';
import { type StreamHead, verifyChain } from '@throughline/event-store';
import { groupBy } from './group-by.js';

/**
 * Every stream is the chain that it was written as, reaches what the projector has seen of it, and the projector has seen all of it; positions grow.
 */
export async function checkChains(
  events: readonly Recorded[],
  heads: ReadonlyMap<string, StreamHead>,
): Promise<readonly string[]> {
  const streams = groupBy(events, ({ stream }) => stream);
  const log = {
    async *readStream(stream: string) {
      yield* streams.get(stream) ?? [];
    },
  };
  const wrong: string[] = [];
  for (const stream of new Set([...streams.keys(), ...heads.keys()])) {
    const head = heads.get(stream);
    const report = await verifyChain(log, stream, head);
    if (!report.ok) wrong.push(`${stream} at revision ${report.revision}: ${report.reason}`);
    else if (head?.revision !== report.events - 1)
      wrong.push(`${stream} has ${report.events} events, seen were ${(head?.revision ?? -1) + 1}`);
  }
  const backwards = events.filter(({ position }, index) => position <= (events[index - 1]?.position ?? 0));
  return [...wrong, ...backwards.map(({ position }) => `position ${position} does not follow on the one before it`)];
}
