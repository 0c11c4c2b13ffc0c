import { afterAll, beforeAll } from '@jest/globals';
import { type Recorded } from '@throughline/domain';
import { type EventStore } from '@throughline/event-store';
import { type Engines, openEngines } from '@throughline/read-models/testing';
import { workFor } from '../consumer/reaction.js';
import { policies, type Policy, type PolicyFacts, policyReaction } from './policies.js';

export const KEY = 'a key of the specs, of forty characters!';

interface Acting {
  readonly store: EventStore;
  readonly policies: readonly Policy[];
  readonly facts: PolicyFacts;
  readonly onFailed: (policy: Policy, event: Recorded, error: unknown) => Promise<void>;
}

/** Runs without parked streams: every event goes to every policy for its type. */
export async function actOnEvents({ onFailed, ...options }: Acting, events: readonly Recorded[]): Promise<void> {
  const reaction = policyReaction(options);
  for (const { handler, event, error } of await reaction.react(workFor(reaction, events)))
    await onFailed(handler, event, error);
}

export async function read(store: EventStore, stream: string): Promise<Recorded[]> {
  const events: Recorded[] = [];
  for await (const event of store.readStream(stream)) events.push(event);
  return events;
}

export let engines: Engines;

beforeAll(async () => {
  engines = await openEngines();
});

afterAll(() => engines.close());

export const options = (onFailed: () => Promise<void> = () => Promise.reject(new Error('failed'))) => ({
  store: engines.store,
  policies,
  facts: { dayMs: 60_000, eligibilityKey: KEY },
  onFailed,
});
