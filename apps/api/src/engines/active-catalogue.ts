import { Inject, Injectable } from '@nestjs/common';
import {
  type Account,
  type Catalogue,
  type CatalogueItem,
  type CatalogueQuestion,
  groupsOfOrders,
  orderableItems,
  orderingGroupDecider,
} from '@throughline/domain';
import { findActiveCatalogue, findActiveVersionId, readStatesOf } from '@throughline/read-models';
import { readCache } from '../cache/read-cache.js';
import { valueDoesNotExist } from '../http/existing-values.js';
import { type ApiDatabase, CATALOGUE, DATABASE, type Engines } from './engines.js';

/** An activated version, and what is withheld from a group, applies at every node at most this much later. */
const ACTIVE_TTL_MS = 1_000;

interface OfferedCatalogue {
  /** Null: the supplied catalogue. */
  readonly versionId: string | null;
  readonly items: Catalogue;
}

/** What is offered now: the last activated version, or the supplied catalogue if none was activated. */
@Injectable()
export class ActiveCatalogue {
  private readonly active;
  private readonly withheld;

  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(CATALOGUE) private readonly supplied: Engines['catalogue'],
  ) {
    this.active = readCache<OfferedCatalogue>(
      async (_, outdated) =>
        outdated?.versionId === (await findActiveVersionId(database.db)) ? outdated : this.read(),
      ACTIVE_TTL_MS,
    );
    this.withheld = readCache(() => readStatesOf(database.db, orderingGroupDecider), ACTIVE_TTL_MS);
  }

  async items(): Promise<Catalogue> {
    return (await this.active.fetch('active'))?.items ?? [];
  }

  /** Throws 400 for the number of a group of orders that has no name and no items. */
  async requireGroup(groupId: number | null | undefined): Promise<void> {
    if ((groupId ?? null) !== null && !groupsOfOrders(await this.items()).includes(groupId!))
      throw valueDoesNotExist('groupId');
  }

  /** The items that this person may order for a member on behalf of a group. `account` is null for an anonymous caller. */
  async itemsFor(
    question: CatalogueQuestion,
    account: Pick<Account, 'groups'> | null,
  ): Promise<readonly CatalogueItem[]> {
    const [items, withheld = {}] = await Promise.all([this.items(), this.withheld.fetch('all')]);
    return orderableItems(items, withheld, question, account?.groups ?? []);
  }

  /** Reads without the cache. */
  async read(): Promise<OfferedCatalogue> {
    const version = await findActiveCatalogue(this.database.db);
    return version ?? { versionId: null, items: this.supplied.items };
  }
}
