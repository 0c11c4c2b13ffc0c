import type { EventStore } from '@throughline/event-store';
import type { apiConfig, Database, FileStore, Logger } from '@throughline/platform';
import type { ApiSchema } from './api-schema.js';
import type { Clock } from './clock.js';
import type { IllustratedCatalogue } from './read-catalogue.js';

/** Tokens for what the API runs on: `@Inject(DATABASE)`. `engines.module.ts` opens each once and provides it. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
export const DATABASE = Symbol('database');
export const EVENT_STORE = Symbol('event store');
export const FILES = Symbol('files');
export const CATALOGUE = Symbol('catalogue');
export const CLOCK = Symbol('clock');

export type ApiConfig = ReturnType<typeof apiConfig>;
export type ApiDatabase = Database<ApiSchema>;

/** No statement of a request may take longer. */
export const STATEMENT_TIMEOUT_MS = 10_000;

/** The engines that are opened before the application is created. Classes inject the ones that they need, by the tokens above. */
export interface Engines {
  readonly config: ApiConfig;
  readonly logger: Logger;
  readonly database: ApiDatabase;
  readonly store: EventStore;
  readonly files: FileStore;
  readonly catalogue: IllustratedCatalogue;
  readonly clock: Clock;
}
