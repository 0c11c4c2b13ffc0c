import { expect, it } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import { JobBench, type JobQueueUnderTest, killWorkerHolding } from '../testing/job-bench.js';
import { JobDelayed } from './job.js';

const AN_HOUR_MS = 3_600_000;

/** Delayed jobs, and clocks that are wrong. */
export function jobQueueClockContract(subject: JobQueueUnderTest): void {
  it('runs a delayed job at its time, never before it', async () => {
    await subject.bench.work(async () => undefined);
    const at = Date.now() + 600;
    await subject.bench.planAt(at, 'later');
    await subject.bench.untilIdle();
    expect(subject.bench.runs).toHaveLength(1);
    expect(subject.bench.runs[0]?.at).toBeGreaterThanOrEqual(at);
  });

  it('delays a job that ran too early again, which costs no attempt', async () => {
    let until = Infinity;
    await subject.bench.work(async (_, nth) => {
      if (nth > 1) throw new Error('awake');
      until = Date.now() + 500;
      throw new JobDelayed(until);
    });
    await subject.bench.plan('sleeper');
    await subject.bench.until(async () => (await subject.bench.queue.failed()).length === 1);
    expect(subject.bench.runs).toHaveLength(1 + subject.bench.pace.attempts);
    expect(subject.bench.runs[1]?.at).toBeGreaterThanOrEqual(until);
  });

  it('runs delayed jobs in time when the clock is set back', async () => {
    let set = 0;
    const clocks = { wall: () => Date.now() + set, elapsed: () => performance.now() };
    const watching = await JobBench.open(subject.engine, undefined, clocks);
    await watching.work(async () => undefined);
    await watching.planAt(Date.now() + AN_HOUR_MS, 'sleeper');
    set = -AN_HOUR_MS;
    await watching.untilIdle();
    expect(watching.runs.map(({ id }) => id)).toEqual(['sleeper']);
    await watching.close();
  });

  it('does not count a job that is delayed again as late', async () => {
    const until = Date.now() + AN_HOUR_MS;
    await subject.bench.work(() => Promise.reject(new JobDelayed(until)));
    await subject.bench.planAt(Date.now() + 800, 'sleeper');
    const lateAt = async (time: number) => (await subject.bench.queue.health(time)).oldestDueMs;
    // While it runs it is late at no time.
    await subject.bench.until(async () => subject.bench.runs.length === 1 && (await lateAt(until + AN_HOUR_MS)) > 0);
    expect(await lateAt(until - AN_HOUR_MS / 2)).toBe(0);
    expect(await lateAt(until + AN_HOUR_MS / 2)).toBeGreaterThan(0);
  });

  it('runs the job of a worker that was killed while its clock was ahead, once a worker starts', async () => {
    await subject.bench.plan('orphan');
    await killWorkerHolding(subject.engine, 'orphan', AN_HOUR_MS);
    await subject.bench.work(async () => undefined);
    await subject.bench.untilIdle();
    expect(subject.bench.runs.map(({ id }) => id)).toEqual(['orphan']);
  });

  it('runs it also on a worker that keeps running while the clock is set back', async () => {
    let set = 0;
    const clocks = { wall: () => Date.now() + set, elapsed: () => performance.now() };
    const watching = await JobBench.open(subject.engine, undefined, clocks);
    const steps = new EventEmitter();
    const released = once(steps, 'released');
    await watching.work(async () => void (await released));
    await watching.plan('b1', 'b2', 'b3', 'b4');
    await watching.until(async () => watching.runs.length === 4);
    await watching.plan('orphan');
    await killWorkerHolding(subject.engine, 'orphan', AN_HOUR_MS);
    set = -AN_HOUR_MS;
    steps.emit('released');
    await watching.untilIdle();
    // On a busy machine one of the other jobs may have run twice.
    expect(watching.runs.map(({ id }) => id)).toContain('orphan');
    await watching.close();
  });
}
