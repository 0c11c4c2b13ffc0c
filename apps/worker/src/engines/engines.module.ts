import { Global, Module } from '@nestjs/common';
import { openEventStore } from '@throughline/event-store';
import {
  createLogger,
  openDatabase,
  openFileStore,
  openMailTransport,
  workerConfig,
  type WorkerConfig,
} from '@throughline/platform';
import { CONFIG, DATABASE, EVENT_STORE, FILES, LOGGER, MAIL, type WorkerDatabase } from './engines.js';

/** What the worker runs on. `main.ts` closes the engines, after every part has stopped. */
@Global()
@Module({
  providers: [
    { provide: CONFIG, useFactory: () => workerConfig() },
    { provide: LOGGER, useFactory: (config: WorkerConfig) => createLogger('worker', config), inject: [CONFIG] },
    {
      provide: DATABASE,
      useFactory: ({ databaseUrl }: WorkerConfig) => openDatabase(databaseUrl, { max: 20 }),
      inject: [CONFIG],
    },
    {
      provide: EVENT_STORE,
      useFactory: ({ eventStoreUrl }: WorkerConfig) => openEventStore(eventStoreUrl),
      inject: [CONFIG],
    },
    { provide: FILES, useFactory: ({ filesUrl }: WorkerConfig) => openFileStore(filesUrl), inject: [CONFIG] },
    {
      provide: MAIL,
      useFactory: (config: WorkerConfig, { pool }: WorkerDatabase) => openMailTransport(config, pool),
      inject: [CONFIG, DATABASE],
    },
  ],
  exports: [CONFIG, LOGGER, DATABASE, EVENT_STORE, FILES, MAIL],
})
export class EnginesModule {}
