import { type Recorded, SYSTEM_ACTOR } from '@throughline/domain';
import { derivedCommandId, type EventStore, StoreUnavailable, WrongExpectedRevision } from '@throughline/event-store';
import type { Policy, PolicyFacts } from './policy.js';

export interface ActOnEvents {
  readonly store: EventStore;
  readonly policies: readonly Policy[];
  readonly facts: PolicyFacts;
  /** A rule forbids what a policy asked for, or it can make nothing of the event: it would be so again. The rest goes on. */
  readonly onFailed: (policy: Policy, event: Recorded, error: unknown) => Promise<void>;
}

/**
 * What the events lead to, under command ids that come from theirs: doing it again changes nothing. Events go side by side,
 * since each leads to a stream of its own and appends at the same time share a round trip. Throws when an engine is away.
 */
export async function actOnEvents(options: ActOnEvents, events: readonly Recorded[]): Promise<void> {
  await Promise.all(
    events.flatMap((event) =>
      options.policies.filter(({ when }) => when === event.type).map((policy) => act(options, policy, event)),
    ),
  );
}

async function act({ store, facts, onFailed }: ActOnEvents, policy: Policy, event: Recorded): Promise<void> {
  const { eventId, at, correlationId } = event.metadata;
  const commandId = derivedCommandId(eventId, policy.name);
  try {
    await policy.act(store, event, facts, { commandId, actor: SYSTEM_ACTOR, at, correlationId, causationId: eventId });
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof WrongExpectedRevision) throw error;
    await onFailed(policy, event, error);
  }
}
