import { ensureDatabase } from '@throughline/platform';
import { redisIsInstalled, startTemporaryRedis } from '@throughline/platform/testing';
import type { Bench, Measure, Row } from '../running/measure.js';
import { interleave } from '../running/rounds.js';
import { openBareQueueOnPostgres, openBareQueueOnRedis } from './bare-queue.js';
import { openOurQueue } from './our-queue.js';
import { type WorkedQueue, workThrough } from './work-through.js';

/** A job planned, taken, and done: what our queue costs in addition to the one beneath it, on each of its backends. */
export const jobs: Measure = {
  name: 'jobs',
  async *run(bench) {
    yield await onPostgres(bench);
    if (redisIsInstalled()) yield await onRedis(bench);
    else bench.log('jobs: left out on Redis, redis-server is not installed here');
  },
};

async function onPostgres(bench: Bench): Promise<Row> {
  const { url } = bench.postgres;
  const ours = await openOurQueue({ databaseUrl: await ensureDatabase(url, 'jobs_ours') });
  return compare(bench, 'PostgreSQL', ours, await openBareQueueOnPostgres(await ensureDatabase(url, 'jobs_bare')));
}

async function onRedis(bench: Bench): Promise<Row> {
  const redis = await startTemporaryRedis();
  try {
    const ours = await openOurQueue({ databaseUrl: bench.postgres.url, redisUrl: redis.url });
    return await compare(bench, 'Redis', ours, await openBareQueueOnRedis(redis.url));
  } finally {
    await redis.remove();
  }
}

async function compare({ quick, log }: Bench, backend: string, ours: WorkedQueue, bare: WorkedQueue): Promise<Row> {
  const amount = quick ? 300 : 2_000;
  try {
    log(`jobs: ${amount} in a round on ${backend}`);
    const sides = await interleave(
      quick ? 3 : 7,
      { name: 'ours', round: () => workThrough(ours, amount) },
      { name: 'bare BullMQ', round: () => workThrough(bare, amount) },
    );
    const met = sides.ours.value >= 0.9 * sides.peer.value;
    const measure = `job planned and done, ${backend}`;
    return { measure, unit: '/s', ...sides, goal: { words: 'within 10 %', met } };
  } finally {
    await Promise.all([ours.close(), bare.close()]);
  }
}
