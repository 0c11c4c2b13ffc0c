import type { Recorded } from '@throughline/domain';
import { type EventStore, StoreUnavailable, WrongExpectedRevision } from '@throughline/event-store';
import { contextOf, type Policy, type PolicyFacts } from './policy.js';

export interface ActOnEvents {
  readonly store: EventStore;
  readonly policies: readonly Policy[];
  readonly facts: PolicyFacts;
  /** A rule forbids what a policy asked for, or it can make nothing of the event: it would be so again. The rest goes on. */
  readonly onFailed: (policy: Policy, event: Recorded, error: unknown) => Promise<void>;
}

/**
 * What the events lead to, under command ids that come from theirs: doing it again changes nothing. Events go side by side, since
 * most lead to a stream of their own and appends at the same time share a round trip; those of one queue take turns. Throws when
 * an engine is away.
 */
export async function actOnEvents(options: ActOnEvents, events: readonly Recorded[]): Promise<void> {
  const queues = new Map<string, Promise<void>>();
  const running = events.flatMap((event) =>
    options.policies
      .filter(({ when }) => when === event.type)
      .map((policy) => {
        const queue = policy.queueOf?.(event);
        if (queue === undefined) return act(options, policy, event);
        const name = `${policy.name} ${queue}`;
        const turn = (queues.get(name) ?? Promise.resolve()).then(() => act(options, policy, event));
        queues.set(name, turn);
        return turn;
      }),
  );
  await Promise.all(running);
}

async function act({ store, facts, onFailed }: ActOnEvents, policy: Policy, event: Recorded): Promise<void> {
  try {
    await policy.act(store, event, facts, contextOf(policy, event));
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof WrongExpectedRevision) throw error;
    await onFailed(policy, event, error);
  }
}
