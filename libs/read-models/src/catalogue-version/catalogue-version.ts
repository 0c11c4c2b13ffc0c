import type { CatalogueVersion } from '@throughline/contracts';
import type { Catalogue, CatalogueEvent } from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import { rowPerEntity, type Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

type Version = Omit<CatalogueVersion, 'status' | 'activatesAt' | 'plannedAt'>;

export interface CatalogueVersionTable {
  version_id: string;
  planned_at: Timestamp;
  activates_at: Timestamp;
  status: 'planned' | 'activated' | 'outdated' | 'canceled';
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
export const catalogueVersionProjection = rowPerEntity<Row, CatalogueEvent>({
  name: 'catalogue-version',
  version: 1,
  categories: ['catalogue'],
  evolve: (before, event) => {
    const by = event.metadata.actor.email;
    switch (event.type) {
      case 'CataloguePlanned': {
        const { versionId, plannedAt, activatesAt, items, fileName, changes, reason } = event.data;
        return {
          version_id: versionId,
          planned_at: plannedAt,
          activates_at: activatesAt,
          status: 'planned',
          version: { versionId, fileName, changes, reason, itemCount: items.length, plannedBy: by, canceled: null },
          items,
        };
      }
      case 'CatalogueActivated':
        return before && { ...before, status: 'activated' };
      case 'CatalogueOutdated':
        return before && { ...before, status: 'outdated' };
      case 'CatalogueCanceled': {
        const { canceledAt: at, reason } = event.data;
        return (
          before && { ...before, status: 'canceled', version: { ...before.version, canceled: { at, by, reason } } }
        );
      }
    }
  },
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
});

/** Undefined if no version was ever activated. */
export const findActiveCatalogue = (
  db: Kysely<ReadModelSchema>,
): Promise<{ readonly versionId: string; readonly items: Catalogue } | undefined> =>
  activeVersion(db).select(['version_id as versionId', 'items']).executeTakeFirst();

/** Null if no version was ever activated. */
export const findActiveVersionId = async (db: Kysely<ReadModelSchema>): Promise<string | null> =>
  (await activeVersion(db).select('version_id').executeTakeFirst())?.version_id ?? null;

export const findCatalogueItems = async (
  db: Kysely<ReadModelSchema>,
  versionId: string,
): Promise<Catalogue | undefined> =>
  (await db.selectFrom('catalogue_version').select('items').where('version_id', '=', versionId).executeTakeFirst())
    ?.items;

/**
 * The version whose planned time is the latest. The time at which the job ran does not matter: after an outage, two versions may be
 * activated in any order.
 */
const activeVersion = (db: Kysely<ReadModelSchema>) =>
  db
    .selectFrom('catalogue_version')
    .where('status', '=', 'activated')
    .orderBy('activates_at', 'desc')
    .orderBy('planned_at', 'desc')
    .orderBy('version_id')
    .limit(1);

const MAX_LISTED = 100;

export interface ListedVersions {
  /** Newest first, without their items. */
  readonly versions: readonly CatalogueVersion[];
  /** Null if no version was ever activated. */
  readonly active: Pick<CatalogueVersion, 'versionId' | 'itemCount'> | null;
}

export async function listCatalogueVersions(db: Kysely<ReadModelSchema>): Promise<ListedVersions> {
  const active = (await activeVersion(db).select('version').executeTakeFirst())?.version ?? null;
  const rows = await db
    .selectFrom('catalogue_version')
    .select(['planned_at', 'activates_at', 'status', 'version'])
    .orderBy('planned_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
  const versions = rows.map(
    ({ planned_at, activates_at, status, version }) =>
      ({
        ...version,
        plannedAt: planned_at.toISOString(),
        activatesAt: activates_at.toISOString(),
        status: status !== 'activated' ? status : version.versionId === active?.versionId ? 'active' : 'replaced',
      }) as const,
  );
  return { versions, active };
}
