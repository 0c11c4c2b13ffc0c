import { type AccountEvent, type Recorded, type SavedView, withoutView, withView } from '@throughline/domain';
import type { Insertable } from 'kysely';
import { entityOf, type Projection } from '../projecting/projection.js';

export interface SavedViewTable {
  user_id: string;
  /** All that the person keeps, of every screen: a row is never taken back, what it holds may become less. */
  views: readonly SavedView[];
}

interface Keeper {
  readonly userId: string;
  readonly views: readonly SavedView[];
}

/** What a person keeps of the screens. */
export const savedViewProjection: Projection<Keeper, Insertable<SavedViewTable>> = {
  name: 'saved-view',
  version: 1,
  categories: ['account'],
  evolve: (keeper, recorded) => {
    const event = recorded as Recorded<AccountEvent>;
    const { userId, views } = keeper ?? { userId: entityOf(event.stream), views: [] };
    switch (event.type) {
      case 'AccountCreated':
        return keeper;
      case 'ViewSaved':
        return { userId, views: withView(views, event.data) };
      case 'ViewRemoved':
        return { userId, views: withoutView(views, event.data) };
    }
  },
  table: {
    key: 'user_id',
    columns: { user_id: 'text', views: 'json' },
    indexes: () => [],
  },
  rows: ({ userId, views }) => [{ user_id: userId, views }],
};
