import type { EventStore } from '@throughline/event-store';
import type { apiConfig, Database, FileStore, Logger } from '@throughline/platform';
import type { Kysely } from 'kysely';
import type { ApiSchema } from './api-schema.js';
import type { IllustratedCatalogue } from './read-catalogue.js';

export type ApiConfig = ReturnType<typeof apiConfig>;

/** What the API stands on: opened once at boot, handed to whoever needs it. */
export class Engines {
  constructor(
    readonly config: ApiConfig,
    readonly logger: Logger,
    readonly store: EventStore,
    /** Read models, and the API's own tables beside them. */
    readonly db: Kysely<ApiSchema>,
    /** For searches: see `Database`. */
    readonly adHoc: Kysely<ApiSchema>,
    readonly pool: Database<ApiSchema>['pool'],
    readonly files: FileStore,
    readonly catalogue: IllustratedCatalogue,
  ) {}
}
