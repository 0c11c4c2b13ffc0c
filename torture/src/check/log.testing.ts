import type { Actor, DomainEvent, Recorded } from '@throughline/domain';
import { FIRST_HASH, hashOf, type StreamHead } from '@throughline/event-store';

const PERSON: Actor = { userId: 'u-ana', email: 'ana@plan.example', role: 'referrer', companyId: 12 };
const SYSTEM: Actor = { userId: null, email: null, role: 'system', companyId: null };
const ANONYMOUS: Actor = { ...SYSTEM, role: 'anonymous' };

export interface EventDraft {
  readonly stream: string;
  readonly event: DomainEvent;
  readonly commandId: string;
  readonly bySystem?: boolean;
  readonly anonymous?: boolean;
}

/** A log as the product writes it: positions, revisions and hashes are consecutive. */
export function logOf(drafts: readonly EventDraft[]): Recorded[] {
  const events: Recorded[] = [];
  for (const { stream, event, commandId, bySystem, anonymous } of drafts) {
    const last = events.findLast((other) => other.stream === stream);
    const revision = (last?.revision ?? -1) + 1;
    const metadata = {
      eventId: `event-${events.length + 1}`,
      commandId,
      correlationId: commandId,
      causationId: null,
      schemaVersion: 1,
      actor: bySystem ? SYSTEM : anonymous ? ANONYMOUS : PERSON,
      at: '2026-11-21T12:00:00.000Z',
    };
    const hash = hashOf(last?.metadata.hash ?? FIRST_HASH, { stream, revision, ...event, metadata });
    events.push({ ...event, stream, revision, position: events.length + 1, metadata: { ...metadata, hash } });
  }
  return events;
}

/** The heads of a log's streams, as the projector would have seen them. */
export function headsOf(events: readonly Recorded[]): Map<string, StreamHead> {
  return new Map(
    events.map(({ stream, revision, position, metadata }) => [stream, { revision, position, hash: metadata.hash }]),
  );
}
