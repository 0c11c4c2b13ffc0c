import { Inject, Injectable } from '@nestjs/common';
import type { Catalogue } from '@throughline/domain';
import { findActiveCatalogue } from '@throughline/read-models';
import { readCache } from '../cache/read-cache.js';
import { type ApiDatabase, CATALOGUE, DATABASE, type Engines } from './engines.js';

/** An activated version is offered at every node at most this much later. */
const ACTIVE_TTL_MS = 1_000;

export interface OfferedCatalogue {
  /** Null: the supplied catalogue. */
  readonly versionId: string | null;
  readonly items: Catalogue;
}

/** What is offered now: the version that was activated last, or the supplied catalogue if none was. */
@Injectable()
export class ActiveCatalogue {
  private readonly active;

  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(CATALOGUE) private readonly supplied: Engines['catalogue'],
  ) {
    this.active = readCache(() => this.read(), ACTIVE_TTL_MS);
  }

  async items(): Promise<Catalogue> {
    return (await this.active.fetch('active'))?.items ?? [];
  }

  /** Not from the cache. */
  async read(): Promise<OfferedCatalogue> {
    const version = await findActiveCatalogue(this.database.db);
    return version ?? { versionId: null, items: this.supplied.items };
  }
}
