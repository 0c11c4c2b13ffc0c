import { type DynamicModule, Global, Module } from '@nestjs/common';
import { openEventStore } from '@throughline/event-store';
import { createLogger, migrate, openDatabase, openFileStore } from '@throughline/platform';
import { prepareReadModels, projections } from '@throughline/read-models';
import { API_TABLES, type ApiSchema } from './api-schema.js';
import {
  type ApiConfig,
  CATALOGUE,
  CLOCK,
  CONFIG,
  DATABASE,
  type Engines,
  EVENT_STORE,
  FILES,
  LOGGER,
  STATEMENT_TIMEOUT_MS,
} from './engines.js';
import { ActiveCatalogue } from './active-catalogue.js';
import { SYSTEM_CLOCK } from './clock.js';
import { KeyedHash } from './keyed-hash.js';
import { readCatalogue } from './read-catalogue.js';
import { ReadModels } from './read-models.js';

const MAX_CONNECTIONS = 20;

/** Opens the engines and migrates the API's tables. `main.ts` disposes of them after the application has closed. */
export async function openEngines(
  config: ApiConfig,
  logger = createLogger('api', config),
  clock = SYSTEM_CLOCK,
): Promise<Engines & AsyncDisposable> {
  // Read first, because a fault in the catalogue file is more likely than an engine that is down.
  const catalogue = await readCatalogue(config);
  const files = await openFileStore(config.filesUrl);
  const store = await openEventStore(config.eventStoreUrl);
  try {
    await prepareTables(config, await store.head());
  } catch (error) {
    await store.close();
    throw error;
  }
  const database = openDatabase<ApiSchema>(config.databaseUrl, {
    max: MAX_CONNECTIONS,
    answerMs: STATEMENT_TIMEOUT_MS,
  });
  return {
    config,
    logger,
    database,
    store,
    files,
    catalogue,
    clock,
    async [Symbol.asyncDispose]() {
      await store.close();
      await database.close();
    },
  };
}

/** Without a time limit, because a worker that leads may be building indexes, and this waits for it. */
async function prepareTables({ databaseUrl }: ApiConfig, head: number): Promise<void> {
  const { pool, db, close } = openDatabase<ApiSchema>(databaseUrl, { max: 1 });
  try {
    await migrate(pool, 'api', API_TABLES);
    await prepareReadModels(db, projections, head);
  } finally {
    await close();
  }
}

/** Provides each engine under its token, and the services that add nothing but a key or a position to one. */
@Global()
@Module({})
export class EnginesModule {
  static forRoot({ config, logger, database, store, files, catalogue, clock }: Engines): DynamicModule {
    return {
      module: EnginesModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: DATABASE, useValue: database },
        { provide: EVENT_STORE, useValue: store },
        { provide: FILES, useValue: files },
        { provide: CATALOGUE, useValue: catalogue },
        { provide: CLOCK, useValue: clock },
        ActiveCatalogue,
        KeyedHash,
        ReadModels,
      ],
      exports: [CONFIG, LOGGER, DATABASE, EVENT_STORE, FILES, CATALOGUE, CLOCK, ActiveCatalogue, KeyedHash, ReadModels],
    };
  }
}
