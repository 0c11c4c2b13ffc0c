/** Token of the job queue; opened and closed by `queue.module.ts`. */
export const JOB_QUEUE = Symbol('job queue');
