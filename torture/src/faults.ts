import { setTimeout as pause } from 'node:timers/promises';
import { fetchWithin } from '@throughline/platform';
import { Redis } from 'ioredis';
import pg from 'pg';
import { anOrder } from '../../apps/api/src/testing/an-order.js';
import { BROKEN_FORMS } from '../../apps/api/src/testing/broken-forms.js';
import { sendForm } from '../../apps/api/src/testing/send-form.js';
import { freezePostgres } from './frozen-postgres.js';
import { commitToCluster, loseEveryNode } from './cluster-faults.js';
import type { Fault } from './planned-faults.js';
import { type System, untilStarted } from './system.js';

type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { readonly kind: Kind }>;

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', crash: 'SIGKILL' } as const;

/** Injects a fault, and ends it after its time. Resolves when it has ended. */
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
      if (fault.way === 'frozen') return freezePostgres(system, fault.forMs);
      await system.postgres.kill(SIGNALS[fault.way]);
      await pause(fault.forMs);
      return untilStarted(system.postgres);
    case 'redis':
      return loseRedis(system, fault);
    case 'eventstoredb':
      return system.eventStoreDb ? loseEveryNode(system.eventStoreDb, fault.way, fault.forMs) : undefined;
    case 'leader-killed':
    case 'leader-frozen':
    case 'follower-lags':
    case 'no-quorum':
    case 'unreplicated-end':
      return system.eventStoreDb ? commitToCluster(system.eventStoreDb, fault) : undefined;
    case 'drop':
      for (const { double } of system.eventStoreDb?.nodes ?? []) double.faults.dropSubscriptions();
      return;
    case 'forms':
      return sendBrokenForms(system, fault);
    case 'disk':
      return fillDisk(system, fault);
    case 'clock':
      return setClocks(system, fault);
  }
}

/** Sends every kind of broken form once, starting with any of them. A lost connection counts as an outage of the node. */
async function sendBrokenForms({ wires, apps }: System, { node, pick }: FaultOf<'forms'>): Promise<void> {
  const { origin } = wires[node];
  const { data: referralId, cookie } = await orderOfNobody(origin);
  if (referralId === undefined) return;
  const app = apps[node === 0 ? 'api-1' : 'api-2'];
  const path = `/api/pdf/referral/${referralId}/upload/fileName/broken.pdf`;
  const before = app.pid;
  const first = Math.floor(pick * BROKEN_FORMS.length);
  const shapes = [...BROKEN_FORMS.slice(first), ...BROKEN_FORMS.slice(0, first)].filter(({ then }) => then !== 'stall');
  for (const form of shapes) await sendForm(origin, form, path, [`cookie: ${cookie}`]).catch(() => null);
  if (app.endedByItself(before)) throw new Error(`${app.name} ended over a broken form.`);
}

async function orderOfNobody(origin: string): Promise<{ readonly data?: string; readonly cookie?: string }> {
  const response = await fetchWithin(8_000, `${origin}/api/referrals/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(anOrder()),
  }).catch(() => null);
  if (response?.status !== 201) return {};
  const { data } = (await response.json()) as { readonly data: string };
  return { data, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

async function fillDisk({ disk }: System, { forMs }: FaultOf<'disk'>): Promise<void> {
  await disk?.fill();
  await pause(forMs);
  await disk?.free();
}

async function setClocks({ apps }: System, { apps: names, byMs, forMs }: FaultOf<'clock'>): Promise<void> {
  await Promise.all(names.map((name) => apps[name].setClock(byMs)));
  await pause(forMs);
  await Promise.all(names.map((name) => apps[name].setClock(0)));
}

async function loseRedis({ redis }: System, { way, forMs }: FaultOf<'redis' | 'eventstoredb'>): Promise<void> {
  if (!redis?.pid) return;
  const { pid } = redis;
  if (way === 'frozen') process.kill(pid, 'SIGSTOP');
  else await redis.kill();
  await pause(forMs);
  if (way === 'frozen') process.kill(pid, 'SIGCONT');
  else await redis.start();
}

/** Deletes all jobs, as by an operator's mistake or a lost volume. An engine that is down loses nothing. */
async function flush({ redis, databaseUrl }: System): Promise<void> {
  if (redis) {
    const connection = new Redis(redis.url, { maxRetriesPerRequest: 0, retryStrategy: null, commandTimeout: 2_000 });
    connection.on('error', () => undefined);
    await connection.flushall().catch(() => undefined);
    return connection.disconnect();
  }
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  client.on('error', () => undefined);
  await client
    .connect()
    .then(() => client.query('truncate bullmq.job, bullmq.event, bullmq.dedup, bullmq.metrics cascade'))
    .catch(() => undefined);
  await client.end().catch(() => undefined);
}

/** Describes a fault: its kind, its target and its length. */
export function describeFault(fault: Fault): string {
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
    case 'leader-killed':
    case 'leader-frozen':
    case 'follower-lags':
    case 'no-quorum':
    case 'unreplicated-end':
      return `${fault.kind} in the cluster of the log for ${seconds(fault.forMs)}`;
    case 'drop':
      return 'drop every subscription of the log';
    case 'forms':
      return `broken forms to api-${fault.node + 1}`;
    case 'disk':
      return `a full disk for ${seconds(fault.forMs)}`;
    case 'clock': {
      const way = fault.byMs < 0 ? 'back' : 'forth';
      return `the clock of ${fault.apps.length} processes ${Math.abs(fault.byMs) / 60_000} min ${way} for ${seconds(fault.forMs)}`;
    }
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
