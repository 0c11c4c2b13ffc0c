/** Something that happened, in the provider's terms. Stored for ever: change an event only by adding a schema version and an upcaster. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

export type Role = 'anonymous' | 'referrer' | 'staff' | 'ops' | 'admin' | 'system';

/** Who did it. `anonymous` has no user id; `system` is the worker acting on a policy or a timer. */
export interface Actor {
  readonly userId: string | null;
  /** Shown in the audit; null for `anonymous` and `system`. */
  readonly email: string | null;
  readonly role: Role;
  readonly companyId: number | null;
}

export const SYSTEM_ACTOR: Actor = { userId: null, email: null, role: 'system', companyId: null };
export const ANONYMOUS_ACTOR: Actor = { userId: null, email: null, role: 'anonymous', companyId: null };

export interface EventMetadata {
  /** UUID; derived from the command id and the event's index, so that a retried append is recognised. */
  readonly eventId: string;
  readonly schemaVersion: number;
  readonly actor: Actor;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** UUID of the command that this event answers (`Idempotency-Key`). */
  readonly commandId: string;
  readonly correlationId: string;
  /** Event id (policies) or command id that led to the command; null if a person started it. */
  readonly causationId: string | null;
  /** Hex SHA-256 over the previous event's hash in the stream and this event in canonical form. */
  readonly hash: string;
}

/** An event as the log holds it. */
export type Recorded<Event extends DomainEvent = DomainEvent> = Event & {
  readonly stream: string;
  /** 0 for the first event of the stream. */
  readonly revision: number;
  /** Place in the whole log; grows in commit order, with gaps. A safe integer in every engine. */
  readonly position: number;
  readonly metadata: EventMetadata;
};

/** Part of the data of an event that names a file of the file store. Such a file is kept while the event is in the log. */
export interface NamesStoredFile {
  /** The random name of the bytes in the file store. Never shown. */
  readonly storageName: string;
}
