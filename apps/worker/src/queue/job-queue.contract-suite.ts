import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import { UnknownEvent } from '@throughline/domain';
import { StoreUnavailable } from '@throughline/event-store';
import { jobQueueClockContract } from './job-queue-clock.contract-suite.js';
import { jobQueueWorkersContract } from './job-queue-workers.contract-suite.js';
import { JobBench, type JobEngine, type JobQueueUnderTest } from '../testing/job-bench.js';
import { runThroughOutage } from '../testing/job-outage.js';

/** The promises of every engine of the job queue. `ways` are the kinds of a 15 s outage. */
export function jobQueueContract(
  name: string,
  startEngine: () => Promise<JobEngine>,
  ways: readonly ('killed' | 'frozen')[],
): void {
  describe(`Job queue: ${name}`, () => {
    let engine: JobEngine;
    let bench: JobBench;
    const subject: JobQueueUnderTest = {
      get engine() {
        return engine;
      },
      get bench() {
        return bench;
      },
    };
    let outages: ReturnType<typeof runThroughOutage>[];

    beforeAll(async () => {
      // The outages take long and mostly wait, so they run concurrently, each on its own engine.
      outages = ways.map((way) => runThroughOutage(startEngine, way));
      for (const outage of outages) outage.catch(() => undefined); // reported by the spec that waits for it
      engine = await startEngine();
    });
    afterAll(async () => {
      await Promise.allSettled(outages);
      await engine.remove();
    });
    beforeEach(async () => {
      bench = await JobBench.open(engine);
      await bench.queue.flush();
    });
    afterEach(() => bench.close());

    it('runs what was planned, once, with its data', async () => {
      await bench.work(async () => undefined);
      await bench.plan('a', 'b', 'c');
      await bench.untilIdle();
      expect(bench.runs.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c']);
    });

    it('does nothing when nothing is planned', async () => {
      await bench.queue.plan([]);
      expect(await bench.queue.health(Date.now())).toEqual({ failed: 0, waiting: 0, oldestDueMs: 0 });
      expect(await bench.queue.failed()).toEqual([]);
    });

    it('retries a job that failed because of the storage or an event of a later release, which costs no attempt', async () => {
      const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      const failures = bench.pace.attempts + 1;
      await bench.work(async (_, nth) => {
        const outages: readonly Error[] = [
          full,
          new StoreUnavailable('unknown', full),
          new UnknownEvent('TaskPutToMusic'),
        ];
        if (nth <= failures) throw outages[nth % outages.length]!;
      });
      await bench.plan('patient');
      await bench.untilIdle();
      expect(bench.runs).toHaveLength(failures + 1);
      expect(await bench.queue.failed()).toEqual([]);
    });

    it('retries a failed job, later each time, until it succeeds', async () => {
      await bench.work(async (_, nth) => {
        if (nth < 3) throw new Error('not yet');
      });
      await bench.plan('stubborn');
      await bench.untilIdle();
      const [first = 0, second = 0, third = 0, ...more] = bench.runs.map(({ at }) => at);
      expect(more).toEqual([]);
      expect(second - first).toBeGreaterThanOrEqual(bench.pace.backOffMs);
      expect(third - second).toBeGreaterThanOrEqual(2 * bench.pace.backOffMs);
    });

    it('lists a job that used up its attempts, keeps its id, and runs it again on request', async () => {
      let broken = true;
      const startedAt = Date.now();
      await bench.work(async () => {
        if (broken) throw new Error('it is broken');
      });
      await bench.plan('broken');
      await bench.until(async () => (await bench.queue.failed()).length === 1);
      const { attempts } = bench.pace;
      const [failed] = await bench.queue.failed();
      expect(failed).toMatchObject({ id: 'job.broken', name: 'hang', reason: 'it is broken', attempts });
      expect(failed?.data).toEqual({ id: 'broken' });
      expect(failed?.failedAt.getTime()).toBeGreaterThanOrEqual(startedAt);
      expect(await bench.queue.health(Date.now())).toEqual({ failed: 1, waiting: 0, oldestDueMs: 0 });
      await bench.plan('broken');
      expect((await bench.queue.health(Date.now())).waiting).toBe(0);

      broken = false;
      expect(await bench.queue.retry('job.unheard-of')).toBe(false);
      expect(await bench.queue.retry('job.broken')).toBe(true);
      await bench.untilIdle();
      expect(bench.runs).toHaveLength(attempts + 1);
      expect(await bench.queue.failed()).toEqual([]);
      expect(await bench.queue.retry('job.broken')).toBe(false);
    });

    it('lists more failed jobs than an administrator sees at a time, the last one first', async () => {
      await bench.work(() => Promise.reject(new Error('it is broken')));
      const ids = Array.from({ length: 120 }, (_, n) => `x${n}`);
      await bench.planWithOneAttempt(...ids);
      await bench.untilIdle();
      const failed = await bench.queue.failed();
      expect(failed.map(({ id }) => id).toSorted()).toEqual(ids.map((id) => `job.${id}`).toSorted());
      const times = failed.map(({ failedAt }) => failedAt.getTime());
      expect(times).toEqual(times.toSorted((one, other) => other - one));
    });

    it('adds a job once while its id waits, and again after it ran', async () => {
      await bench.plan('one', 'one');
      await bench.plan('one');
      expect((await bench.queue.health(Date.now())).waiting).toBe(1);
      await bench.work(async () => undefined);
      await bench.untilIdle();
      await bench.plan('one');
      await bench.untilIdle();
      expect(bench.runs).toHaveLength(2);
    });

    it('takes a job of low priority when nothing else is due', async () => {
      const steps = new EventEmitter();
      const planned = once(steps, 'planned');
      const low = Array.from({ length: 8 }, (_, n) => `y${n}`);
      await bench.planLow(...low);
      await bench.plan('first');
      await bench.work(async () => {
        if (bench.runs.length === 4) steps.emit('planned', await bench.plan('next'));
        await planned;
      });
      await bench.untilIdle();
      const ids = bench.runs.map(({ id }) => id);
      expect(ids.toSorted()).toEqual(['first', 'next', ...low]);
      expect(ids.slice(0, 4)).toContain('first');
      expect(ids.slice(4, 8)).toContain('next');
    });

    it('runs other jobs while those that run one at a time wait for each other', async () => {
      const steps = new EventEmitter();
      const released = once(steps, 'release');
      const exclusive = Array.from({ length: 12 }, (_, n) => `p${n}`);
      let [running, most] = [0, 0];
      await bench.planOneAtATime(...exclusive);
      await bench.work(async (id) => {
        if (!id.startsWith('p')) return;
        most = Math.max(most, ++running);
        await released;
        running--;
      });
      await bench.until(async () => bench.runs.length === 1);
      await bench.plan('mail', 'due day');
      // The running job is not released before the others have run.
      await bench.until(async () => bench.runs.length === 3);
      expect(
        bench.runs
          .slice(1)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(['due day', 'mail']);
      steps.emit('release');
      await bench.untilIdle();
      expect(most).toBe(1);
      expect(bench.runs.map(({ id }) => id).toSorted()).toEqual(['mail', 'due day', ...exclusive].toSorted());
    });

    it('counts a job of low priority like any other', async () => {
      await bench.planLow('y1', 'y2');
      const { waiting, oldestDueMs } = await bench.queue.health(Date.now() + 30_000);
      expect(waiting).toBe(2);
      expect(oldestDueMs).toBeGreaterThan(25_000);
    });

    it('says how long the oldest due job has waited', async () => {
      const now = Date.now();
      await bench.planAt(now + 60_000, 'not due');
      expect((await bench.queue.health(now)).oldestDueMs).toBe(0);
      await bench.plan('due');
      const { oldestDueMs } = await bench.queue.health(now + 30_000);
      expect(oldestDueMs).toBeGreaterThan(25_000);
      expect(oldestDueMs).toBeLessThanOrEqual(30_000);
    });

    it('works after it was emptied', async () => {
      await bench.plan('lost');
      await bench.queue.flush();
      await bench.work(async () => undefined);
      await bench.plan('kept');
      await bench.untilIdle();
      expect(bench.runs.map(({ id }) => id)).toEqual(['kept']);
    });

    jobQueueClockContract(subject);
    jobQueueWorkersContract(subject);

    it.each(ways.map((way, n) => [way, n] as const))(
      'resumes by itself after its engine was %s for 15 s',
      async (_, n) => {
        const survived = await outages[n];
        expect(survived?.ran).toEqual(expect.arrayContaining(['before', 'in-hand', 'due-meanwhile', 'after']));
        expect(survived?.againAfterMs).toBeLessThan(15_000);
      },
      90_000,
    );

    it.each(ways.map((way, n) => [way, n] as const))(
      'fails callers at once, and logs once, while its engine is %s',
      async (_, n) => {
        const survived = await outages[n];
        expect(survived?.refusals).toEqual(['QueueUnavailable', 'QueueUnavailable', 'QueueUnavailable']);
        expect(survived?.refusedAgainAfterMs).toBeLessThan(1_000);
        expect(survived?.logged).toEqual(['the job queue is away, jobs wait', 'the job queue is back']);
        expect(survived?.closedAfterMs).toBeLessThan(9_500);
        expect(survived?.loggedSecrets).toEqual([]);
      },
      90_000,
    );
  });
}
