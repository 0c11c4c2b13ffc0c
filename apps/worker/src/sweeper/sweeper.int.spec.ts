import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  freePort,
  redisIsInstalled,
  startTemporaryRedis,
  type TemporaryRedis,
  until,
} from '@throughline/platform/testing';
import { createLogger } from '@throughline/platform';
import { openQueue } from '../queue/open-queue.js';
import { countEvents, submitAnOrder, waitForEvery, workerBench } from '../testing/worker-bench.js';
import { endWorkerProcess, startWorkerProcess } from '../testing/worker-process.js';

const EVENTS_OF_JOBS = ['SubmissionPdfGenerated', 'TaskFellDue'] as const;

describe('Work that waits in PostgreSQL', () => {
  outlivesItsQueue(() => undefined);
});

describe('Work that two processes share', () => {
  it('is done once, although one of them is killed while doing it, through PostgreSQL and through Redis', async () => {
    const redis = redisIsInstalled() ? await startTemporaryRedis() : undefined;
    try {
      // Run concurrently, because the jobs of the killed worker become free only after a while.
      await Promise.all([undefined, ...(redis ? [redis.url] : [])].map(isDoneOnce));
    } finally {
      await redis?.remove();
    }
  });
});

(redisIsInstalled() ? describe : describe.skip)('Work that waits in Redis (needs redis-server)', () => {
  let redis: TemporaryRedis;
  beforeAll(async () => {
    redis = await startTemporaryRedis();
  });
  afterAll(() => redis.remove());
  outlivesItsQueue(() => redis.url);
});

function outlivesItsQueue(redisUrl: () => string | undefined): void {
  it('is done although every job was deleted', async () => {
    const bench = await workerBench({ dayMs: 200, redisUrl: redisUrl() });
    const queue = await openQueue({
      databaseUrl: bench.url,
      redisUrl: redisUrl(),
      redisPrefix: bench.env.REDIS_PREFIX,
      log: createLogger('sweeper', { logLevel: 'silent' }),
    });
    try {
      const planning = await bench.start({ jobs: false });
      const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => submitAnOrder(bench.store, n)));
      await waitForEvery(bench.store, 'TaskOpened', ids);
      await until('every job planned', async () => (await queue.health(Date.now())).waiting === 2 * ids.length);
      await bench.stop(planning);
      await queue.flush();
      expect((await queue.health(Date.now())).waiting).toBe(0);
      await queue.close();
      expect((await countEvents(bench.store, 'SubmissionPdfGenerated')).size).toBe(0);

      await bench.start();
      for (const type of EVENTS_OF_JOBS) await waitForEvery(bench.store, type, ids);
    } finally {
      await bench.close();
    }
  });
}

async function isDoneOnce(redisUrl: string | undefined): Promise<void> {
  const bench = await workerBench({ dayMs: 200, redisUrl });
  const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => submitAnOrder(bench.store, n)));
  const killed = startWorkerProcess(bench.env, await freePort());
  const other = startWorkerProcess(bench.env, await freePort());
  try {
    await until('a first PDF', async () => (await countEvents(bench.store, 'SubmissionPdfGenerated')).size > 0);
    await endWorkerProcess(killed, 'SIGKILL');
    for (const type of ['TaskOpened', ...EVENTS_OF_JOBS] as const) {
      await waitForEvery(bench.store, type, ids);
      expect([...(await countEvents(bench.store, type)).values()]).toEqual(ids.map(() => 1));
    }
  } finally {
    await Promise.all([killed, other].map((worker) => endWorkerProcess(worker, 'SIGTERM')));
    await bench.close();
  }
}
