import { randomUUID } from 'node:crypto';
import { SYSTEM_ACTOR } from '@throughline/domain/kernel';
import type { NewEvent } from '../event-store.js';

/** An event of no particular aggregate, with a new id. */
export function newEvent(data: unknown = {}, eventId: string = randomUUID()): NewEvent {
  return {
    type: 'CookieEaten',
    data,
    metadata: {
      eventId,
      schemaVersion: 1,
      actor: SYSTEM_ACTOR,
      at: '2026-01-31T12:00:00.000Z',
      commandId: randomUUID(),
      correlationId: randomUUID(),
      causationId: null,
      hash: '',
    },
  };
}

/** Numbered from 0 in `data.number`. */
export function newEvents(count: number): NewEvent[] {
  return Array.from({ length: count }, (_, number) => newEvent({ number }));
}
