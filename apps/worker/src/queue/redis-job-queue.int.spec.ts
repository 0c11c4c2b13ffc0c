import { describe, it } from '@jest/globals';
import { redisIsInstalled, startTemporaryRedis } from '@throughline/platform/testing';
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
} else {
  describe('Job queue: Redis', () => {
    it.skip('keeps the promises of the contract: redis-server is not installed here', () => undefined);
  });
}
