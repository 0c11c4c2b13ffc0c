import type { EventStore } from '@throughline/event-store';
import type { CommandConfig } from '@throughline/platform';
import { planningReaction } from '../planner/plan-jobs.js';
import { policies, policyReaction } from '../policies/policies.js';
import type { JobQueue } from '../queue/job-queue.js';
import type { AnyReaction } from './reaction.js';

interface ReactionDependencies {
  readonly store: EventStore;
  readonly queue: Pick<JobQueue, 'plan'>;
  readonly config: Partial<Pick<CommandConfig, 'taskDayMs' | 'eligibilityKey'>>;
}

/** Every reaction of this release. The worker runs each as a consumer, and `npm run rebuild -- retry` finds them here by name. */
export const reactionsOf = ({ store, queue, config }: ReactionDependencies): readonly AnyReaction[] => [
  policyReaction({
    store,
    policies,
    facts: { dayMs: config.taskDayMs ?? null, eligibilityKey: config.eligibilityKey },
  }),
  planningReaction(queue),
];
