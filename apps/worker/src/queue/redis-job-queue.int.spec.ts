import { describe, expect, it } from '@jest/globals';
import { redisIsInstalled, startTemporaryRedis } from '@throughline/platform/testing';
import { endIdleWorker } from '../testing/job-bench.js';
import { jobQueueContract } from './job-queue.contract-suite.js';

if (redisIsInstalled()) {
  const start = async () => {
    const server = await startTemporaryRedis();
    return {
      options: { databaseUrl: 'not used', redisUrl: server.url, redisPrefix: 'spec' },
      password: server.password,
      get pid() {
        return server.pid;
      },
      kill: () => server.kill(),
      start: () => server.start(),
      remove: () => server.remove(),
    };
  };
  jobQueueContract('Redis', start, ['killed', 'frozen']);

  describe('Job queue: Redis', () => {
    it('keeps no connection that keeps the process alive when it is closed while its engine is frozen', async () => {
      const engine = await start();
      const freeze = () => void process.kill(engine.pid!, 'SIGSTOP');
      try {
        expect(await endIdleWorker(engine, freeze)).toEqual({ exitCode: 0, signalCode: null });
      } finally {
        await engine.remove();
      }
    });
  });
} else {
  describe('Job queue: Redis', () => {
    it.skip('keeps the promises of the contract: redis-server is not installed here', () => undefined);
  });
}
