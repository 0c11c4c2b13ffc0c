import type { SavedViews } from '@throughline/contracts';
import { type AccountEvent, evolveViews, type Recorded, type SavedView, type ViewScreen } from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import { entityOf, type Projection } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

export interface SavedViewTable {
  user_id: string;
  /** All saved views of the person, on every screen. A row is never removed, but may become empty. */
  views: readonly SavedView[];
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    saved_view: SavedViewTable;
  }
}

interface Person {
  readonly userId: string;
  readonly views: readonly SavedView[];
}

/** The saved views of a person. */
export const savedViewProjection: Projection<Person, Insertable<SavedViewTable>> = {
  name: 'saved-view',
  version: 1,
  categories: ['account'],
  evolve: (person, recorded) => {
    const event = recorded as Recorded<AccountEvent>;
    const { userId, views } = person ?? { userId: entityOf(event.stream), views: [] };
    const changed = evolveViews(views, event);
    return changed === views ? person : { userId, views: changed };
  },
  table: {
    key: 'user_id',
    columns: { user_id: 'text', views: 'json' },
    indexes: () => [],
  },
  rows: ({ userId, views }) => [{ user_id: userId, views }],
};

type Db = Kysely<ReadModelSchema>;

/** A person's saved views of a screen, by name. */
export async function listSavedViews(db: Db, userId: string, screen: ViewScreen): Promise<SavedViews> {
  const row = await db.selectFrom('saved_view').where('user_id', '=', userId).select('views').executeTakeFirst();
  return (row?.views ?? [])
    .filter((view) => view.screen === screen)
    .map(({ name, search }) => ({ name, search }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
}
