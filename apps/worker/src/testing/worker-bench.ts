import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  type Actor,
  ANONYMOUS_ACTOR,
  type DomainEvent,
  itemsFor,
  type Language,
  type Order,
  type Recorded,
  referralDecider,
  referralId,
} from '@throughline/domain';
import { type EventStore, handleCommand, openEventStore } from '@throughline/event-store';
import { type IdentityAdmin, workerConfig } from '@throughline/platform';
import { preparedDatabase } from '@throughline/read-models/testing';
import { DEMO_CATALOGUE, demoOrder } from '../demo/demo-order.js';
import { Random } from '../demo/random.js';
import { CONFIG, DATABASE, EVENT_STORE, type WorkerDatabase } from '../engines/engines.js';
import { SubmissionPrinter } from '../file/generate-submission-pdf/submission-printer.js';
import { JobRunner } from '../queue/jobs.module.js';
import { WorkerModule } from '../worker.module.js';

/** The built file, because a thread cannot load TypeScript. */
export const PRINT_THREAD = pathToFileURL(
  resolve('dist/apps/worker/src/file/generate-submission-pdf/print-submission.thread.js'),
);

/** A log in a new database, and as many workers on it as a spec starts. */
export async function workerBench({
  dayMs,
  redisUrl,
  identity,
}: {
  readonly dayMs: number;
  readonly redisUrl?: string | undefined;
  /** The identity provider for new accounts; absent: none. */
  readonly identity?: IdentityAdmin;
}) {
  const url = await preparedDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'throughline-worker-'));
  const store = await openEventStore(url);
  const env = {
    DATABASE_URL: url,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: basename(dataDir),
    DATA_DIR: dataDir,
    TASK_DAY_MS: String(dayMs),
    LOG_LEVEL: 'fatal',
    SECRET_KEY: 'a key of the specs, of forty characters!',
    ...(identity && { IDENTITY_URL: identity.url, IDENTITY_API_TOKEN: identity.token }),
  };
  const config = workerConfig(env);
  const running: INestApplicationContext[] = [];
  return {
    url,
    store,
    env,
    /** The whole worker; without `jobs` it plans jobs but does not run them. */
    async start({ jobs = true }: { readonly jobs?: boolean } = {}): Promise<INestApplicationContext> {
      let module = Test.createTestingModule({ imports: [WorkerModule] })
        .overrideProvider(CONFIG)
        .useValue(config)
        .overrideProvider(SubmissionPrinter)
        .useFactory({ factory: () => new SubmissionPrinter(PRINT_THREAD) });
      if (!jobs) module = module.overrideProvider(JobRunner).useValue({});
      const worker = (await module.compile()).createNestApplication({ logger: false });
      await worker.init();
      running.push(worker);
      return worker;
    },
    async stop(worker: INestApplicationContext): Promise<void> {
      running.splice(running.indexOf(worker), 1);
      await closeWorker(worker);
    },
    async close(): Promise<void> {
      for (const worker of running.splice(0)) await closeWorker(worker);
      await store.close();
    },
  };
}

/** The engines are closed last, as `main.ts` does it. */
async function closeWorker(worker: INestApplicationContext): Promise<void> {
  await worker.close();
  await worker.get<EventStore>(EVENT_STORE).close();
  await worker.get<WorkerDatabase>(DATABASE).close();
}

export interface OrderOptions {
  /** The referrer's address. */
  readonly email?: string;
  /** Whether the referrer wants mail. */
  readonly wantsMail?: boolean;
  readonly actor?: Actor;
  /** The member whose benefit the order asks for. */
  readonly eligiblePatientId?: string;
  /** The language of the page. */
  readonly language?: Language;
}

/** Submits an order; resolves with the referral's id. */
export async function submitAnOrder(
  store: EventStore,
  n: number,
  { email = 'ana@plan.example', wantsMail = false, actor = ANONYMOUS_ACTOR, ...more }: OrderOptions = {},
): Promise<string> {
  const at = new Date().toISOString();
  const id = referralId({ at, random: n / 1_000 });
  const order = anOrder(n, { at, email, wantsMail });
  const offered = itemsFor(DEMO_CATALOGUE, { state: order.memberInfo.state });
  const commandId = randomUUID();
  await handleCommand(store, {
    decider: referralDecider,
    id,
    command: {
      type: 'SubmitReferral',
      data: { referralId: id, form: 'general', order, offered, companyId: null, submittedAt: at, ...more },
    },
    context: { commandId, actor, at, correlationId: commandId, causationId: null },
  });
  return id;
}

/** The order that `submitAnOrder` submits under this number. */
export function anOrder(
  n: number,
  { at, email, wantsMail }: { readonly at: string; readonly email: string; readonly wantsMail: boolean },
): Order {
  const referrer = { firstName: 'Ana', lastName: 'Ruiz', email, phone: '6025550112', company: null };
  const order = demoOrder(new Random(n + 1), referrer, n, new Date(at));
  return { ...order, referralInfo: { ...order.referralInfo, sendNotificationsFlag: wantsMail } };
}

/** How long the log of a worker that is not stuck can be without a new event, also on a busy machine. */
const STUCK_MS = 180_000;

/** The events of the log and those to come, in batches. Ends when none has come for so long that the worker must be stuck. */
export async function* eventsUntilStuck(store: EventStore): AsyncGenerator<readonly Recorded[]> {
  const stuck = new AbortController();
  const timer = setTimeout(() => stuck.abort(), STUCK_MS);
  try {
    for await (const message of store.subscribe({ after: 0, signal: stuck.signal })) {
      if (message.type !== '$events') continue;
      timer.refresh();
      yield message.events;
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads the log until it has an event of `type` for every referral; resolves with how many each has by then.
 * @throws when the worker must be stuck
 */
export async function waitForEvery(
  store: EventStore,
  type: DomainEvent['type'],
  ids: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const events of eventsUntilStuck(store)) {
    for (const event of events) count(counts, event, type);
    if (ids.every((id) => counts.has(id))) return counts;
  }
  throw new Error(`Only ${counts.size} of ${ids.length} have ${type}.`);
}

/** The number of events of `type` that each referral has now. */
export async function countEvents(store: EventStore, type: DomainEvent['type']): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const event of store.readAll({ after: 0 })) count(counts, event, type);
  return counts;
}

function count(counts: Map<string, number>, event: Recorded, type: string): void {
  if (event.type !== type) return;
  const { referralId: id } = event.data as { referralId: string };
  counts.set(id, (counts.get(id) ?? 0) + 1);
}
