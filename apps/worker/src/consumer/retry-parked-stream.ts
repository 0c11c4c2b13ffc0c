import type { EventStore } from '@throughline/event-store';
import { projections, type ReadModelSchema, retryParked, tableOf } from '@throughline/read-models';
import type { CommandConfig } from '@throughline/platform';
import type { Kysely } from 'kysely';
import type { JobQueue } from '../queue/job-queue.js';
import { type AnyReaction, retryReaction } from './reaction.js';
import { reactionsOf } from './reactions.js';

interface RunsOn {
  readonly db: Kysely<ReadModelSchema>;
  readonly store: EventStore;
  readonly queue: Pick<JobQueue, 'plan'>;
  readonly config: Partial<Pick<CommandConfig, 'taskDayMs' | 'eligibilityKey'>>;
}

interface ParkedBy {
  readonly consumer: string;
  readonly stream: string;
}

/**
 * Lets the consumer, a read model's version or a reaction, retry a stream that it parked. Resolves with false when it fails again, and with
 * undefined when this release has no such consumer.
 */
export async function retryParkedStream(
  { db, store, queue, config }: RunsOn,
  { consumer, stream }: ParkedBy,
): Promise<boolean | undefined> {
  const projection = projections.find((one) => tableOf(one) === consumer);
  if (projection) return retryParked(db, store, projection, stream);
  const reaction = reactionsOf({ store, queue, config }).find((one) => isOf(one, consumer));
  return reaction && retryReaction(db, store, reaction, { consumer, stream });
}

const isOf = ({ consumer, handlers, consumerOf }: AnyReaction, name: string): boolean =>
  name === consumer || handlers.some((handler) => consumerOf(handler) === name);
