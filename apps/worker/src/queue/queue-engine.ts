import { createPostgresBackend, type Job, Queue, withBackend, Worker, type WorkerOptions } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';

const QUEUE_NAME = 'throughline';

/** A call fails when the engine does not answer within this many milliseconds. */
export const CALL_TIMEOUT_MS = 5_000;

/** A worker waits up to 10 s for a job. A connection without traffic for this many milliseconds counts as lost and is replaced. */
const SOCKET_TIMEOUT_MS = 15_000;

export type ProcessJob = (job: Job<unknown>, token?: string) => Promise<void>;
type TakerOptions = Pick<
  WorkerOptions,
  'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount' | 'runRetryDelay'
>;

export function postgresEngine(connectionString: string) {
  const connection = { connectionString, migrate: true, keepAlive: true, connectionTimeoutMillis: CALL_TIMEOUT_MS };
  const bull = withBackend(postgresBackend);
  const queue = new bull.Queue<unknown>(QUEUE_NAME, {
    connection: { ...connection, query_timeout: CALL_TIMEOUT_MS },
  });
  return {
    variable: 'DATABASE_URL' as const,
    queue,
    worker: (process: ProcessJob, options: TakerOptions) =>
      new bull.Worker<unknown>(QUEUE_NAME, process, { connection, ...options }),
    /**
     * BullMQ stores, by the clock of a worker, when the lock of each job expires and when stalled jobs were last searched for. If that
     * clock was ahead, the jobs of a dead worker would stay locked for as long. So each lock is shortened to at most `heldMs` from now, and
     * the time of a search in the future is forgotten.
     */
    async shortenWaits(heldMs: number): Promise<void> {
      const { pool } = queue.getBackend().connection;
      const now = Date.now();
      await pool.query(
        `update job set locked_until_ms = $2 where queue = $1 and state = 'active' and locked_until_ms > $2`,
        [QUEUE_NAME, now + heldMs],
      );
      await pool.query(`delete from meta where queue = $1 and field = 'stalled-check' and value::bigint > $2`, [
        QUEUE_NAME,
        now,
      ]);
    },
    disconnect: () => undefined,
  };
}

/**
 * BullMQ removes every listener from its LISTEN client and then ends it. PostgreSQL may end the connection meanwhile: an `error` that
 * has no listener ends the process, so the client gets one again.
 */
const postgresBackend: typeof createPostgresBackend = (...args) => {
  const backend = createPostgresBackend(...args);
  const { connection } = backend;
  const [open, close] = [connection.getListenClient.bind(connection), connection.close.bind(connection)];
  let client: Awaited<ReturnType<typeof open>> | undefined;
  connection.getListenClient = async () => (client = await open());
  connection.close = () => {
    const closed = close();
    client?.on('error', () => undefined);
    return closed;
  };
  return backend;
};

type ConnectionOptions = Pick<RedisOptions, 'commandTimeout' | 'socketTimeout' | 'connectionName'>;

/** `rediss://` is TLS. `prefix` keeps two installations on one Redis apart. */
export function redisEngine(url: string, prefix: string) {
  const opened: Redis[] = [];
  const open = (options: ConnectionOptions): Redis => {
    const connection = new Redis(url, { maxRetriesPerRequest: null, ...options });
    connection.on('error', () => undefined); // bullmq reports it on the queue and the worker
    // BullMQ's worker blocks on a connection of its own.
    connection.duplicate = ((override: ConnectionOptions) => open({ ...options, ...override })) as Redis['duplicate'];
    opened.push(connection);
    return connection;
  };
  return {
    variable: 'REDIS_URL' as const,
    queue: new Queue<unknown>(QUEUE_NAME, { connection: open({ commandTimeout: CALL_TIMEOUT_MS }), prefix }),
    worker: (process: ProcessJob, options: TakerOptions) =>
      new Worker<unknown>(QUEUE_NAME, process, {
        connection: open({ socketTimeout: SOCKET_TIMEOUT_MS }),
        prefix,
        ...options,
      }),
    // Redis itself measures how long a job is locked.
    shortenWaits: () => Promise.resolve(),
    /**
     * Disconnects permanently. When BullMQ's worker is closed while it waits to be paused, which it does while Redis does not answer, it
     * connects again afterwards, and would retry that connection for ever.
     */
    disconnect(): void {
      for (const connection of opened) {
        connection.connect = () => Promise.reject(new Error('Connection is closed.'));
        connection.disconnect();
      }
    },
  };
}
