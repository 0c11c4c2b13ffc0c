import { openEventStore } from '@throughline/event-store';
import { createLogger, migrate, openDatabase, openFileStore } from '@throughline/platform';
import { prepareReadModels, projections } from '@throughline/read-models';
import { API_TABLES, type ApiSchema } from './api-schema.js';
import { Engines, type ApiConfig } from './engines.js';
import { readCatalogue } from './read-catalogue.js';

const CONNECTIONS = 20;

/** Opens what the API stands on and brings its tables up to date. */
export async function openEngines(config: ApiConfig): Promise<Engines & AsyncDisposable> {
  const logger = createLogger('api', config);
  // First: what a provider wrote is wrong more often than an engine is away.
  const catalogue = await readCatalogue(config);
  const { pool, db, adHoc, close } = openDatabase<ApiSchema>(config.databaseUrl, { max: CONNECTIONS });
  const store = await openEventStore(config.eventStoreUrl);
  const files = await openFileStore(config.filesUrl);
  await migrate(pool, 'api', API_TABLES);
  await prepareReadModels(db, projections, await store.head());
  return Object.assign(new Engines(config, logger, store, db, adHoc, pool, files, catalogue), {
    async [Symbol.asyncDispose]() {
      await store.close();
      await close();
    },
  });
}
