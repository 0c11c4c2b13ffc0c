import type { AnyJob, MissingJobs, MissingJobsQuery, PlannedJob } from '../queue/job.js';

/** Maximum jobs of one definition that one sweep plans. The next sweep continues after them. */
const MAX_JOBS_PER_SWEEP = 5_000;

/** Finds the jobs that should be in the queue. Planning a job that waits already adds nothing, because its id is taken. */
export class Reconciler {
  /** Where the next sweep continues, by job. */
  private readonly places = new Map<AnyJob, unknown>();

  constructor(private readonly jobs: readonly AnyJob[]) {}

  /** Yields one list for each job. A list counts as planned once the caller asks for the next one. */
  async *find(
    query: Omit<MissingJobsQuery<never>, 'after' | 'limit'> & { readonly limit?: number },
  ): AsyncGenerator<readonly PlannedJob[], void, void> {
    for (const job of this.jobs) {
      const found: MissingJobs<unknown, unknown> = await job.findMissing({
        limit: MAX_JOBS_PER_SWEEP,
        ...query,
        after: this.places.get(job) ?? null,
      });
      yield found.jobs.map(({ data, at }) => ({ job, data: data as object, ...(at !== undefined && { at }) }));
      this.places.set(job, found.next);
    }
  }
}
