import type { Recorded } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { listParked, park, type ReadModelSchema, unpark } from '@throughline/read-models';
import type { Kysely } from 'kysely';
import { actOnEvents } from './act-on-events.js';
import { consumerOf, type Policy, type PolicyFacts } from './policy.js';

/**
 * Has a policy act again on a parked stream, from the event that it failed on, after it was mended. What was done meanwhile is not
 * done twice. Answers false, and leaves it parked with the new error, when it fails again or was not parked.
 */
export async function retryPolicy(
  db: Kysely<ReadModelSchema>,
  store: EventStore,
  { policy, facts, stream }: { readonly policy: Policy; readonly facts: PolicyFacts; readonly stream: string },
): Promise<boolean> {
  const consumer = consumerOf(policy);
  const parked = (await listParked(db)).find((one) => one.consumer === consumer && one.stream === stream);
  if (!parked) return false;
  const events: Recorded[] = [];
  for await (const event of store.readStream(stream)) if (event.position >= parked.position) events.push(event);
  let failed = false;
  const onFailed = async (_: Policy, { position }: Recorded, error: unknown): Promise<void> => {
    failed = true;
    await park(db, consumer, [{ stream, position, error }]);
  };
  await actOnEvents({ store, policies: [policy], facts, onFailed }, events);
  if (!failed) await unpark(db, consumer, stream);
  return !failed;
}
