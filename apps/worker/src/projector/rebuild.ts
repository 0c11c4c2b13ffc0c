import { openEventStore } from '@throughline/event-store';
import { fail, openDatabase, workerConfig } from '@throughline/platform';
import {
  cancelBuild,
  listParked,
  listProgress,
  projections,
  type ReadModelSchema,
  resumeBuild,
  retryParked,
  tableOf,
} from '@throughline/read-models';
import { consumerOf, policies } from '../policies/policy.js';
import { retryPolicy } from '../policies/retry-policy.js';

const USAGE = 'Say: npm run rebuild -- status | cancel <table> | resume <table> | retry <table> <stream>';

/**
 * For whoever looks after the read models: how far each is and what is parked; stop a building or let it go on; take a parked
 * stream up again after its projection or policy was mended. A rebuild itself begins by raising a projection's version.
 */
async function run([command, table = '', stream = '']: readonly string[]): Promise<string> {
  const { databaseUrl, eventStoreUrl, taskDayMs } = workerConfig();
  const { db, close } = openDatabase<ReadModelSchema>(databaseUrl, { max: 2 });
  const store = await openEventStore(eventStoreUrl);
  try {
    switch (command) {
      case 'status':
        return JSON.stringify(
          { head: await store.head(), models: await listProgress(db), parked: await listParked(db) },
          null,
          2,
        );
      case 'cancel':
        return (await cancelBuild(db, table)) ? `${table}: cancelled.` : `${table} is not being built.`;
      case 'resume':
        return (await resumeBuild(db, table)) ? `${table}: the worker goes on.` : `${table} was not cancelled.`;
      case 'retry': {
        const policy = policies.find((one) => consumerOf(one) === table);
        const projection = projections.find((one) => tableOf(one) === table);
        if (!policy && !projection) throw new Error(`No read model or policy of this release is called ${table}.`);
        const taken = policy
          ? await retryPolicy(db, store, { policy, facts: { dayMs: taskDayMs ?? null }, stream })
          : await retryParked(db, store, projection!, stream);
        return taken ? `${stream}: taken up again.` : `${stream} failed again and stays parked; see status.`;
      }
      default:
        throw new Error(USAGE);
    }
  } finally {
    await store.close();
    await close();
  }
}

run(process.argv.slice(2)).then((line) => process.stdout.write(`${line}\n`), fail);
