import { startTemporaryPostgres } from '@throughline/platform/testing';
import { jobQueueContract } from './job-queue.contract-suite.js';

const start = async () => {
  const server = await startTemporaryPostgres();
  return {
    options: { databaseUrl: server.url, redisPrefix: 'not used' },
    password: new URL(server.url).password,
    get pid() {
      return server.pid;
    },
    kill: () => server.kill('SIGKILL'),
    start: () => server.start(),
    remove: () => server.remove(),
  };
};

jobQueueContract('PostgreSQL', start, ['killed']);
