import type { CatalogueVersion } from '@throughline/contracts';
import type { Catalogue, CatalogueEvent, Recorded } from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

type Version = Omit<CatalogueVersion, 'status' | 'activatesAt' | 'plannedAt'>;

export interface CatalogueVersionTable {
  version_id: string;
  planned_at: Timestamp;
  activates_at: Timestamp;
  status: 'planned' | 'activated' | 'canceled';
  version: Version;
  items: Catalogue;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    catalogue_version: CatalogueVersionTable;
  }
}

type Row = Insertable<CatalogueVersionTable>;

/** The versions of the catalogue, each with its items. */
export const catalogueVersionProjection: Projection<Row, Row> = {
  name: 'catalogue-version',
  version: 1,
  categories: ['catalogue'],
  evolve: (before, recorded) => {
    const event = recorded as Recorded<CatalogueEvent>;
    const by = event.metadata.actor.email;
    switch (event.type) {
      case 'CataloguePlanned': {
        const { versionId, plannedAt, activatesAt, items, ...version } = event.data;
        return {
          version_id: versionId,
          planned_at: plannedAt,
          activates_at: activatesAt,
          status: 'planned',
          version: { versionId, ...version, itemCount: items.length, plannedBy: by, canceled: null },
          items,
        };
      }
      case 'CatalogueActivated':
        return before && { ...before, status: 'activated' };
      case 'CatalogueCanceled': {
        const { canceledAt: at, reason } = event.data;
        return (
          before && { ...before, status: 'canceled', version: { ...before.version, canceled: { at, by, reason } } }
        );
      }
    }
  },
  table: {
    key: 'version_id',
    columns: {
      version_id: 'text',
      planned_at: 'timestamptz',
      activates_at: 'timestamptz',
      status: 'text',
      version: 'json',
      items: 'json',
    },
    indexes: (table) => [
      `on ${table} (planned_at desc)`,
      `on ${table} (activates_at desc, planned_at desc, version_id) where status = 'activated'`,
      `on ${table} (activates_at, version_id) where status = 'planned'`,
    ],
  },
  rows: (row) => [row],
};

export interface ActiveVersion {
  readonly versionId: string;
  readonly items: Catalogue;
}

/**
 * The version whose time came last. Its time counts, not when the job ran: after an outage, two versions may be activated in any order.
 * Undefined if none was activated yet.
 */
export async function findActiveCatalogue(db: Kysely<ReadModelSchema>): Promise<ActiveVersion | undefined> {
  const row = await activeFirst(db).select(['version_id', 'items']).executeTakeFirst();
  return row && { versionId: row.version_id, items: row.items };
}

export const findCatalogueItems = async (
  db: Kysely<ReadModelSchema>,
  versionId: string,
): Promise<Catalogue | undefined> =>
  (await db.selectFrom('catalogue_version').select('items').where('version_id', '=', versionId).executeTakeFirst())
    ?.items;

const activeFirst = (db: Kysely<ReadModelSchema>) =>
  db
    .selectFrom('catalogue_version')
    .where('status', '=', 'activated')
    .orderBy('activates_at', 'desc')
    .orderBy('planned_at', 'desc')
    .orderBy('version_id')
    .limit(1);

const MAX_LISTED = 100;

/** Newest first, without their items. */
export async function listCatalogueVersions(db: Kysely<ReadModelSchema>): Promise<readonly CatalogueVersion[]> {
  const active = await activeFirst(db).select('version_id').executeTakeFirst();
  const rows = await db
    .selectFrom('catalogue_version')
    .select(['version_id', 'planned_at', 'activates_at', 'status', 'version'])
    .orderBy('planned_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(({ version_id, planned_at, activates_at, status, version }) => ({
    ...version,
    plannedAt: planned_at.toISOString(),
    activatesAt: activates_at.toISOString(),
    status: status !== 'activated' ? status : version_id === active?.version_id ? 'active' : 'replaced',
  }));
}
