import { createPostgresBackend, type Job, Queue, withBackend, Worker, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';

const QUEUE_NAME = 'throughline';

/** Who asks for something is told within this time, in milliseconds, that the engine does not answer. */
export const ANSWERS_WITHIN_MS = 5_000;

/** A taker waits up to 10 s for a job; a connection that is silent for longer is dead and is made anew, in milliseconds. */
const SILENT_MS = 15_000;

export type ProcessJob = (job: Job<unknown>, token?: string) => Promise<void>;
type TakerOptions = Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount'>;

export function postgresEngine(connectionString: string) {
  const connection = { connectionString, migrate: true, keepAlive: true, connectionTimeoutMillis: ANSWERS_WITHIN_MS };
  const bull = withBackend(createPostgresBackend);
  return {
    variable: 'DATABASE_URL' as const,
    queue: new bull.Queue<unknown>(QUEUE_NAME, { connection: { ...connection, query_timeout: ANSWERS_WITHIN_MS } }),
    worker: (process: ProcessJob, options: TakerOptions) =>
      new bull.Worker<unknown>(QUEUE_NAME, process, { connection, ...options }),
    disconnect: () => undefined,
  };
}

/** `rediss://` is TLS. `prefix` keeps two installations on one Redis apart. */
export function redisEngine(url: string, prefix: string) {
  const asking = new Redis(url, { maxRetriesPerRequest: null, commandTimeout: ANSWERS_WITHIN_MS });
  const taking: Redis[] = [];
  asking.on('error', () => undefined); // bullmq reports it on the queue and the worker
  return {
    variable: 'REDIS_URL' as const,
    queue: new Queue<unknown>(QUEUE_NAME, { connection: asking, prefix }),
    worker: (process: ProcessJob, options: TakerOptions) => {
      const connection = new Redis(url, { maxRetriesPerRequest: null, socketTimeout: SILENT_MS });
      connection.on('error', () => undefined);
      taking.push(connection);
      return new Worker<unknown>(QUEUE_NAME, process, { connection, prefix, ...options });
    },
    disconnect: () => [asking, ...taking].forEach((connection) => connection.disconnect()),
  };
}
