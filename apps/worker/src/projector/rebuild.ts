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

const USAGE = 'Say: npm run rebuild -- status | cancel <table> | resume <table> | retry <table> <stream>';

/**
 * For whoever looks after the read models: how far each is and what is parked; stop a building or let it go on; take a parked
 * stream up again after its projection was mended. A rebuild itself begins by raising a projection's version.
 */
async function run([command, table = '', stream = '']: readonly string[]): Promise<string> {
  const { databaseUrl, eventStoreUrl } = workerConfig();
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
        const projection = projections.find((one) => tableOf(one) === table);
        if (!projection) throw new Error(`No read model of this release is called ${table}.`);
        const taken = await retryParked(db, store, projection, stream);
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
