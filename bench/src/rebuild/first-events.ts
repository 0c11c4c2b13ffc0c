import type { Recorded } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';

export async function firstEvents(store: EventStore, count: number): Promise<readonly Recorded[]> {
  const events: Recorded[] = [];
  for await (const event of store.readAll({ after: 0 })) {
    if (events.push(event) === count) break;
  }
  return events;
}
