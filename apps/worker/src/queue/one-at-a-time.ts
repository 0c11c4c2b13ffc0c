import { JobDelayed } from './job.js';

/** The minimum delay of a job that is put off, in milliseconds. */
const SOONEST_MS = 250;

/**
 * Jobs that are put off return this many milliseconds apart, so that thousands of waiting jobs are not taken and put off again all at once.
 */
const APART_MS = 50;

/** Runs the jobs of a group one after another, on this node. */
export class OneAtATime {
  private readonly running = new Set<string>();
  /** The time at which the job that was put off last will return, by a clock that cannot be set. */
  private readonly lastTurn = new Map<string, number>();

  /** @throws JobDelayed while another job of the group runs */
  async run(group: string, work: () => Promise<void>): Promise<void> {
    if (this.running.has(group)) throw new JobDelayed(Date.now() + Math.ceil(this.waitFor(group)));
    this.running.add(group);
    try {
      await work();
    } finally {
      this.running.delete(group);
    }
  }

  private waitFor(group: string): number {
    const now = performance.now();
    const turn = Math.max(now + SOONEST_MS, (this.lastTurn.get(group) ?? 0) + APART_MS);
    this.lastTurn.set(group, turn);
    return turn - now;
  }
}
