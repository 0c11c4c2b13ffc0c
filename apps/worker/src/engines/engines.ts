import {
  CertificateWatch,
  createLogger,
  type Database,
  type Logger,
  openDatabase,
  openFileStore,
  openMailTransport,
  workerConfig,
  type WorkerConfig,
} from '@throughline/platform';
import type { ReadModelSchema } from '@throughline/read-models';
import { Global, Module } from '@nestjs/common';
import { openEventStore } from '@throughline/event-store';

/** Tokens of the worker's engines; each is opened once, in `engines.module.ts`, and closed after everything that uses it. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
export const DATABASE = Symbol('database');
export const EVENT_STORE = Symbol('event store');
export const FILES = Symbol('files');
export const MAIL = Symbol('mail');
export const CLOCK = Symbol('clock');

/** The time of the wall clock. */
export type Clock = () => Date;

export type WorkerDatabase = Database<ReadModelSchema>;

/** The worker's engines. `main.ts` closes them after every part has stopped. */
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
    { provide: CLOCK, useValue: (() => new Date()) satisfies Clock },
    {
      provide: CertificateWatch,
      useFactory: (config: WorkerConfig, log: Logger) => new CertificateWatch(config, { log }),
      inject: [CONFIG, LOGGER],
    },
  ],
  exports: [CONFIG, LOGGER, DATABASE, EVENT_STORE, FILES, MAIL, CLOCK, CertificateWatch],
})
export class EnginesModule {}
