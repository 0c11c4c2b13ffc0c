import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobQueue } from '../queue/job-queue.js';
import { JOB_QUEUE } from '../queue/queue.js';
import { countNow, submitAnOrder, untilEvery, workerBench } from '../testing/worker-bench.js';

describe('Work that waits in the queue', () => {
  let bench: Awaited<ReturnType<typeof workerBench>>;
  beforeEach(async () => {
    bench = await workerBench({ dayMs: 200 });
  });
  afterEach(() => bench.close());

  it('is done although every job was deleted', async () => {
    const planning = await bench.start({ jobs: false });
    const queue = planning.get<JobQueue>(JOB_QUEUE);
    const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => submitAnOrder(bench.store, n)));
    await untilEvery(bench.store, 'TaskOpened', ids);
    await until(async () => (await queue.health(Date.now())).waiting === 2 * ids.length);
    await queue.flush();
    expect((await queue.health(Date.now())).waiting).toBe(0);
    await bench.stop(planning);
    expect((await countNow(bench.store, 'SubmissionPdfGenerated')).size).toBe(0);

    await bench.start();
    await untilEvery(bench.store, 'SubmissionPdfGenerated', ids);
    await untilEvery(bench.store, 'TaskFellDue', ids);
  }, 60_000);

  it('is done once by two workers', async () => {
    const ids = await Promise.all([1, 2, 3].map((n) => submitAnOrder(bench.store, n)));
    await Promise.all([bench.start(), bench.start()]);
    for (const type of ['TaskOpened', 'SubmissionPdfGenerated', 'TaskFellDue']) {
      await untilEvery(bench.store, type, ids);
    }
    for (const type of ['TaskOpened', 'SubmissionPdfGenerated', 'TaskFellDue']) {
      expect([...(await countNow(bench.store, type)).values()]).toEqual([1, 1, 1]);
    }
  }, 60_000);
});

/** Asks until the answer is yes. @throws after 20 s */
async function until(asked: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await asked())) {
    if (Date.now() > deadline) throw new Error('It did not come to pass within 20 s.');
  }
}
