import { randomUUID } from 'node:crypto';
import { type EventMetadata, SYSTEM_ACTOR } from '@throughline/domain';

/** The same bytes for everybody who appends. A type, not an interface: emmett wants an index signature. */
export type BenchEvent = {
  readonly type: string;
  readonly data: { readonly task: string; readonly note: string };
  readonly metadata: EventMetadata;
};

const AT = '2026-01-31T12:00:00.000Z';
const DATA = {
  task: 'Patient Contact 1st',
  note: 'Called the member, who asked to be called again after three. '.repeat(3),
};

/** About 200 bytes of data, under the metadata that the product writes. */
export function benchEvent(): BenchEvent {
  const eventId = randomUUID();
  const ids = { eventId, commandId: eventId, correlationId: eventId, causationId: null };
  const metadata = { ...ids, schemaVersion: 1, actor: SYSTEM_ACTOR, at: AT, hash: 'f'.repeat(64) };
  return { type: 'TaskCompleted', data: DATA, metadata };
}
