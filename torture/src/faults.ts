import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Fault } from './plan.js';
import type { System } from './system.js';

type Outage = Extract<Fault, { readonly kind: 'redis' | 'eventstoredb' }>;

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', crash: 'SIGKILL' } as const;

/** Does it, and mends what is to be mended after its time. Resolves when that is done. */
export async function commit(system: System, fault: Fault): Promise<void> {
  switch (fault.kind) {
    case 'kill':
      return system.apps[fault.app].kill();
    case 'stop': {
      const goOn = system.apps[fault.app].freeze();
      await pause(fault.forMs);
      return goOn();
    }
    case 'cut':
      return system.wires[fault.node].cut();
    case 'flush':
      return flush(system);
    case 'postgres':
      await system.postgres.kill(SIGNALS[fault.way]);
      await pause(fault.forMs);
      return system.postgres.start();
    case 'redis':
      return loseRedis(system, fault);
    case 'eventstoredb':
      return loseEventStoreDb(system, fault);
    case 'drop':
      return system.eventStoreDb?.faults.dropSubscriptions();
  }
}

async function loseRedis({ redis }: System, { way, forMs }: Outage): Promise<void> {
  if (!redis?.pid) return;
  const { pid } = redis;
  if (way === 'frozen') process.kill(pid, 'SIGSTOP');
  else await redis.kill();
  await pause(forMs);
  if (way === 'frozen') process.kill(pid, 'SIGCONT');
  else await redis.start();
}

async function loseEventStoreDb({ eventStoreDb }: System, { way, forMs }: Outage): Promise<void> {
  if (way === 'frozen') eventStoreDb?.faults.freeze();
  else eventStoreDb?.kill();
  await pause(forMs);
  if (way === 'frozen') eventStoreDb?.faults.thaw();
  else await eventStoreDb?.start();
}

/** Everything that the queue holds, as an operator's slip or a lost volume takes it. An engine that is away has nothing to lose. */
async function flush({ redis, databaseUrl }: System): Promise<void> {
  if (redis) {
    const connection = new Redis(redis.url, { maxRetriesPerRequest: 0, retryStrategy: null, commandTimeout: 2_000 });
    connection.on('error', () => undefined);
    await connection.flushall().catch(() => undefined);
    return connection.disconnect();
  }
  const client = new pg.Client({ connectionString: databaseUrl, query_timeout: 2_000 });
  client.on('error', () => undefined);
  await client
    .connect()
    .then(() => client.query('truncate bullmq.job, bullmq.event, bullmq.dedup, bullmq.metrics cascade'))
    .catch(() => undefined);
  await client.end().catch(() => undefined);
}

/** For people: what, of what, for how long. */
export function inWords(fault: Fault): string {
  switch (fault.kind) {
    case 'kill':
      return `kill ${fault.app}`;
    case 'stop':
      return `stop ${fault.app} for ${seconds(fault.forMs)}`;
    case 'flush':
      return 'flush the queue';
    case 'cut':
      return `cut the wire to api-${fault.node + 1}`;
    case 'postgres':
      return `PostgreSQL away (${fault.way}) for ${seconds(fault.forMs)}`;
    case 'redis':
      return `Redis away (${fault.way}) for ${seconds(fault.forMs)}`;
    case 'eventstoredb':
      return `EventStoreDB away (${fault.way}) for ${seconds(fault.forMs)}`;
    case 'drop':
      return 'drop every subscription of the log';
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
