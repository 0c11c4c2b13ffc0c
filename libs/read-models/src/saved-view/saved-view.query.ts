import type { SavedViews } from '@throughline/contracts';
import type { ViewScreen } from '@throughline/domain';
import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

type Db = Kysely<ReadModelSchema>;

/** What this person, and nobody else, keeps of a screen, by name. */
export async function listSavedViews(db: Db, userId: string, screen: ViewScreen): Promise<SavedViews> {
  const row = await db.selectFrom('saved_view').where('user_id', '=', userId).select('views').executeTakeFirst();
  return (row?.views ?? [])
    .filter((view) => view.screen === screen)
    .map(({ name, search }) => ({ name, search }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
}
