import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { EligiblePatient } from '@throughline/domain';
import { type EventStore, openEventStore } from '@throughline/event-store';
import { DoubleCluster } from '@throughline/event-store/testing';
import {
  type Database,
  type EmbeddedPostgres,
  ensureDatabase,
  fetchWithin,
  type FileStore,
  openDatabase,
  openFileStore,
  startEmbeddedPostgres,
} from '@throughline/platform';
import { freePort, startTemporaryRedis, type TemporaryRedis } from '@throughline/platform/testing';
import type { ReadModelSchema } from '@throughline/read-models';
import { aMember, register } from '../../apps/api/src/testing/reward-orders.js';
import { createAccount } from '../../apps/worker/src/account/create-account.js';
import { DEMO_PEOPLE } from '../../apps/worker/src/demo/demo-people.js';
import { LIMITS, within } from './limits.js';
import { PEOPLE, type Person } from './plan.js';
import { type AppName, APPS, type Engine, type LogEngine } from './planned-faults.js';
import { SmallDisk } from './small-disk.js';
import { SupervisedApp } from './supervised-app.js';
import { Wire } from './wire.js';

/** Long enough for a start on a machine that does other things as well, in milliseconds. */
const READY_WITHIN_MS = 120_000;
/** Delay before a PostgreSQL that ended by itself is restarted. */
const POSTGRES_AGAIN_MS = 500;
const POSTGRES_WITHIN_MS = 60_000;
export const PASSWORD = 'Throughline1!';
/** Signs checkpoints of the log and of the access log. */
export const TLOG_KEY = '5'.repeat(64);
const ELIGIBILITY_KEY = 'a key of the torture, of more than 32 characters';
/** Few enough that several orders ask for the benefit of one. */
const MEMBERS = 4;
/** The length of a day in milliseconds, so that due days come within seconds. */
const DAY_MS = 1_200;
/** A job that was deleted is planned again within this time, in milliseconds. */
const SWEEP_EVERY_MS = 3_000;

/** The whole product with two of each process, on separate engines, and the means to inject faults. */
export interface System {
  readonly jobsIn: Engine;
  readonly dataDir: string;
  readonly postgres: EmbeddedPostgres;
  readonly redis: TemporaryRedis | null;
  /** The double of EventStoreDB in this process, with one node or three. */
  readonly eventStoreDb: DoubleCluster | null;
  readonly apps: Readonly<Record<AppName, SupervisedApp>>;
  /** The wires to the two APIs. */
  readonly wires: readonly [Wire, Wire];
  /** For examining the log; the product does not use it. */
  readonly store: EventStore;
  readonly database: Database<ReadModelSchema>;
  readonly databaseUrl: string;
  readonly files: FileStore;
  /** The disk with the product's data; null if none can be mounted. */
  readonly disk: SmallDisk | null;
  readonly userIds: ReadonlyMap<Person, string>;
  /** Members who may order a reward, each once. */
  readonly members: readonly EligiblePatient[];
  /**
   * Resolves when every app reports that it is ready.
   * @throws after two minutes
   */
  untilReady(): Promise<void>;
  stop(options: { readonly keep: boolean }): Promise<void>;
}

export async function startSystem(jobsIn: Engine, logIn: LogEngine): Promise<System> {
  const dataDir = await mkdtemp(join(tmpdir(), 'throughline-torture-'));
  await chmod(dataDir, 0o711); // root starts PostgreSQL as another user, who needs access
  const disk = await SmallDisk.mount(dataDir);
  const clocks = await mkdtemp(join(tmpdir(), 'throughline-clocks-')); // not on the disk that may be full
  await mkdir(join(dataDir, 'logs'));
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir,
    onLost: () => void untilStarted(postgres).catch((error: unknown) => console.error(error)),
  });
  const redis = jobsIn === 'Redis' ? await startTemporaryRedis() : null;
  const databaseUrl = await ensureDatabase(postgres.url, 'throughline');
  const eventStoreDb =
    logIn === 'PostgreSQL' ? null : await DoubleCluster.start(logIn === 'EventStoreDB-cluster' ? 3 : 1);
  const eventStoreUrl = eventStoreDb?.url ?? databaseUrl;
  const ports = Object.fromEntries(await Promise.all(APPS.map(async (name) => [name, await freePort()] as const)));
  const at = (name: AppName) => `http://127.0.0.1:${ports[name]}`;
  const identity = { url: at('identity'), token: randomBytes(24).toString('base64url') };
  const env = {
    ...process.env,
    PUBLIC_ORIGIN: 'http://portal.test',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    EVENT_STORE_URL: eventStoreUrl,
    IDENTITY_DATABASE_URL: await ensureDatabase(postgres.url, 'identity'),
    REDIS_URL: redis?.url ?? '',
    IDENTITY_URL: identity.url,
    IDENTITY_PORT: String(ports['identity']),
    IDENTITY_API_TOKEN: identity.token,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    TLOG_KEY,
    ELIGIBILITY_KEY,
    TASK_DAY_MS: String(DAY_MS),
    SWEEP_EVERY_MS: String(SWEEP_EVERY_MS),
    ALLOW_CAPTURED_MAIL: 'yes',
    ALLOW_NO_SCANNER: 'yes',
    LOG_LEVEL: 'info',
  };
  const app = (name: AppName): SupervisedApp =>
    new SupervisedApp(name, {
      program: resolve(`dist/apps/${name.split('-')[0]}/src/main.js`),
      env: { ...env, PORT: String(ports[name]), WORKER_PORT: String(ports[name]) },
      logFile: join(dataDir, `logs/${name}.log`),
      clockFile: join(clocks, name),
    });
  const apps = Object.fromEntries(APPS.map((name) => [name, app(name)])) as Record<AppName, SupervisedApp>;
  for (const one of Object.values(apps)) one.start();
  const wires = [await Wire.to(ports['api-1']!), await Wire.to(ports['api-2']!)] as const;
  const store = await openEventStore(eventStoreUrl, { timeoutMs: 30_000 });
  const database = openDatabase<ReadModelSchema>(databaseUrl, { max: 4 });
  const files = await openFileStore(pathToFileURL(join(dataDir, 'files')).href);

  const health = (name: AppName): string => {
    if (name === 'identity') return `${at(name)}/oauth2/default/.well-known/openid-configuration`;
    return `${at(name)}${name.startsWith('api') ? '/api' : ''}/health/ready`;
  };
  const untilReady = async (): Promise<void> => {
    for (const deadline = performance.now() + READY_WITHIN_MS; ; await pause(100)) {
      const answers = await Promise.all(APPS.map((name) => isOk(health(name))));
      if (answers.every(Boolean)) return;
      if (performance.now() > deadline) {
        const silent = APPS.filter((_, index) => !answers[index]);
        throw new Error(`Not ready within ${READY_WITHIN_MS / 1000} s: ${silent.join(', ')}`);
      }
    }
  };
  await untilReady();
  const now = new Date().toISOString();
  const userIds = new Map<Person, string>();
  for (const person of PEOPLE) {
    userIds.set(person, await createAccount(store, identity, DEMO_PEOPLE[person], PASSWORD, now));
  }

  const members = Array.from({ length: MEMBERS }, aMember);
  for (const member of members) await register({ store, config: { eligibilityKey: ELIGIBILITY_KEY } }, member);

  return {
    jobsIn,
    dataDir,
    postgres,
    redis,
    eventStoreDb,
    apps,
    wires,
    store,
    database,
    databaseUrl,
    files,
    disk,
    userIds,
    members,
    untilReady,
    async stop({ keep }) {
      const ended = (what: string, end: Promise<unknown> | undefined) =>
        within(LIMITS.stop, () => `the end of ${what}`, Promise.resolve(end));
      await Promise.all(Object.values(apps).map((one) => ended(one.name, one.stop())));
      await ended('the wires', Promise.all(wires.map((wire) => wire.close())));
      await ended('the connections to the log', store.close());
      await ended('the connections to the read models', database.close());
      await ended('PostgreSQL', postgres.stop());
      await ended('Redis', redis?.remove());
      await ended('EventStoreDB', eventStoreDb?.[Symbol.asyncDispose]());
      await rm(clocks, { recursive: true, force: true });
      if (keep) return;
      await ended('the disk', disk?.unmount());
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts it until it runs, like the launcher: its disk may be full for a while.
 * @throws its last error, after a minute
 */
export async function untilStarted(postgres: EmbeddedPostgres): Promise<void> {
  for (const deadline = performance.now() + POSTGRES_WITHIN_MS; ; await pause(POSTGRES_AGAIN_MS)) {
    try {
      return await postgres.start();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}

const isOk = (url: string): Promise<boolean> =>
  fetchWithin(2_000, url).then(
    ({ ok }) => ok,
    () => false,
  );
