import { endWithParent, fail, openDatabase, workerConfig } from '@throughline/platform';
import { listProgress, type ReadModelSchema } from '@throughline/read-models';
import { type Kysely, sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { withEventLog } from '../engines/with-event-log.js';
import { seedDemo } from './seed-demo.js';

const REFERRALS = 300;
/** Milliseconds without any progress after which the worker is not waited for any longer. */
const STALLED_MS = 30_000;

/*
 * `npm start` runs this once per data directory when SEED=demo: it prints its progress, and ends at once when the demo is there.
 */
endWithParent();
await run().catch((error: unknown) =>
  fail(`The demo data could not be made: ${error instanceof Error ? error.message : String(error)}`),
);
// The launcher's channel would keep this process alive.
process.exit(0);

async function run(): Promise<void> {
  const config = workerConfig();
  const { identityUrl, identityApiToken, eligibilityKey } = config;
  if (identityUrl === undefined || identityApiToken === undefined) {
    throw new Error('IDENTITY_URL and IDENTITY_API_TOKEN must name the embedded identity provider.');
  }
  if (eligibilityKey === undefined) throw new Error('ELIGIBILITY_KEY is missing: it must be the one of the API.');
  const database = openDatabase<ReadModelSchema>(config.databaseUrl, { max: 2 });
  try {
    await sql`create table if not exists demo_seed
      (one boolean primary key default true check (one), begun_at timestamptz not null, done_at timestamptz)`.execute(
      database.db,
    );
    // An interrupted seed continues with the time of its start, so that its commands have the same ids.
    const { rows } = await sql<{ begun_at: Date; done_at: Date | null }>`
      insert into demo_seed (begun_at) values (now()) on conflict (one) do update set one = true
      returning begun_at, done_at`.execute(database.db);
    const [marker] = rows;
    if (marker === undefined || marker.done_at !== null) return;
    let done = 0;
    const progress = () => `${done} of ${REFERRALS} referrals are done.`;
    await withEventLog({ url: config.eventStoreUrl, progress }, async (store) => {
      await seedDemo({
        store,
        identity: { url: identityUrl, token: identityApiToken },
        password: config.demoPassword,
        referrals: REFERRALS,
        now: marker.begun_at,
        dayMs: config.taskDayMs ?? null,
        eligibilityKey,
        onProgress: (seeded) => {
          done = seeded;
          if (seeded % 50 === 0) process.stdout.write(`Demo data: ${seeded} of ${REFERRALS} referrals\n`);
        },
      });
      await untilShown(database.db, await store.head());
    });
    await sql`update demo_seed set done_at = now()`.execute(database.db);
  } finally {
    await database.close();
  }
}

/** Waits until the worker has projected the demo data, so that the first page shows all of it. Without a worker it stops waiting. */
async function untilShown(db: Kysely<ReadModelSchema>, head: number): Promise<void> {
  for (let [last, since] = [-1, performance.now()]; performance.now() - since < STALLED_MS; await pause(100)) {
    const models = await listProgress(db);
    const position = models.length === 0 ? -1 : Math.min(...models.map((model) => model.position));
    if (position >= head) return;
    if (position > last) [last, since] = [position, performance.now()];
  }
}
