import type { Recorded } from '@throughline/domain';
import { type StreamHead, verifyChain } from '@throughline/event-store';

/**
 * Every stream is the chain as which it was written and reaches what the projector has seen of it; the projector has seen all of it;
 * positions grow.
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
  const violations: string[] = [];
  for (const stream of new Set([...streams.keys(), ...heads.keys()])) {
    const head = heads.get(stream);
    const report = await verifyChain(log, stream, head);
    if (!report.ok) violations.push(`${stream} at revision ${report.revision}: ${report.reason}`);
    else if (head?.revision !== report.events - 1)
      violations.push(`${stream} has ${report.events} events, seen were ${(head?.revision ?? -1) + 1}`);
  }
  const backwards = events.filter(({ position }, index) => position <= (events[index - 1]?.position ?? 0));
  return [
    ...violations,
    ...backwards.map(({ position }) => `position ${position} does not follow on the one before it`),
  ];
}

/** Groups things by a key, in their order. */
export function groupBy<Thing>(things: readonly Thing[], keyOf: (thing: Thing) => string): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const group = groups.get(keyOf(thing));
    if (group) group.push(thing);
    else groups.set(keyOf(thing), [thing]);
  }
  return groups;
}
