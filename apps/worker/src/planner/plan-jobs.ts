import type { Recorded } from '@throughline/domain';
import type { FailedWork, Reaction } from '../consumer/reaction.js';
import type { AnyJob, PlannedJob } from '../queue/job.js';
import type { JobQueue } from '../queue/job-queue.js';
import { JOBS } from '../queue/jobs.js';

/** What an event asks of a job. The ids follow from the event, so planning it twice adds nothing. */
function planOf(job: AnyJob, event: Recorded): readonly PlannedJob[] {
  return job.plannedBy
    .filter(({ type }) => type === event.type)
    .flatMap(({ plan }) => (plan(event) as object | null) ?? [])
    .map((data) => ({ job, data }));
}

/** Adds the jobs that events ask for to the queue. After a failure, a job skips the later events of that stream. */
export function planningReaction(queue: Pick<JobQueue, 'plan'>, jobs: readonly AnyJob[] = JOBS): Reaction<AnyJob> {
  return {
    consumer: 'planner',
    categories: [...new Set(jobs.flatMap(({ plannedBy }) => plannedBy.map(({ category }) => category)))],
    handlers: jobs,
    consumerOf: ({ name }) => `job/${name}`,
    takes: ({ plannedBy }, event) => plannedBy.some(({ type }) => type === event.type),
    react: async (work) => {
      const planned: PlannedJob[] = [];
      const failures = new Map<string, FailedWork<AnyJob>>();
      for (const { handler: job, event } of work) {
        const stream = `${job.name} ${event.stream}`;
        if (failures.has(stream)) continue;
        try {
          planned.push(...planOf(job, event));
        } catch (error) {
          failures.set(stream, { handler: job, event, error });
        }
      }
      await queue.plan(planned);
      return [...failures.values()];
    },
  };
}
