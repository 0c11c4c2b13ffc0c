import { openDatabase, commandConfig } from '@throughline/platform';
import { sql } from 'kysely';
import { withEventLog } from '../engines/with-event-log.js';
import { seedInBulk } from './seed-in-bulk.js';

/**
 * `seed`: adds seeded referrals until there are this many, besides existing ones. An interrupted run is continued: the column `told` has the
 * number of those that are done, and keeps its name because such a table may exist.
 */
export async function seed({ referrals }: { readonly referrals: number }): Promise<void> {
  const config = commandConfig();
  const database = openDatabase<object>(config.databaseUrl, { max: 1 });
  try {
    await sql`create table if not exists bulk_seed
      (one boolean primary key default true check (one), begun_at timestamptz not null, told integer not null)`.execute(
      database.db,
    );
    const { rows } = await sql<{ begun_at: Date; told: number }>`
      insert into bulk_seed (begun_at, told) values (now(), 0) on conflict (one) do update set one = true
      returning begun_at, told`.execute(database.db);
    const { begun_at: now, told: from } = rows[0]!;
    if (from >= referrals) return print(`There are ${from} seeded referrals already.`);
    if (from > 0) print(`Going on after ${from} referrals.`);
    const startedAt = performance.now();
    let done = from;
    const progress = () => `${done} of ${referrals} referrals are done.`;
    const onProgress = async ({ seeded, events }: { readonly seeded: number; readonly events: number }) => {
      await sql`update bulk_seed set told = ${seeded}`.execute(database.db);
      done = seeded;
      const seconds = (performance.now() - startedAt) / 1000;
      const rate = Math.round(events / seconds);
      const left = Math.round((seconds / (seeded - from)) * (referrals - seeded));
      print(`${seeded} of ${referrals} referrals, ${events} events, ${rate} events/s, ${left} s left`);
    };
    await withEventLog({ url: config.eventStoreUrl, progress }, (store) =>
      seedInBulk({ store, from, to: referrals, now, onProgress }),
    );
  } finally {
    await database.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
