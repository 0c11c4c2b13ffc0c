import { evolveNoteTemplates, type NoteTemplateEvent, type StoredNoteTemplate } from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import { rowPerEntity } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

/** One row holds all templates. */
export interface NoteTemplateTable {
  list_id: string;
  templates: readonly StoredNoteTemplate[];
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    note_template: NoteTemplateTable;
  }
}

type Row = Insertable<NoteTemplateTable>;

export const noteTemplateProjection = rowPerEntity<Row, NoteTemplateEvent>({
  name: 'note-template',
  version: 1,
  categories: ['noteTemplates'],
  evolve: (before, event) => ({
    list_id: 'all',
    templates: evolveNoteTemplates(before?.templates ?? null, event),
  }),
  key: 'list_id',
  columns: { list_id: 'text', templates: 'json' },
});

/** Null while there are only the templates of the installation. */
export async function listNoteTemplates(db: Kysely<ReadModelSchema>): Promise<readonly StoredNoteTemplate[] | null> {
  const row = await db.selectFrom('note_template').select('templates').executeTakeFirst();
  return row?.templates ?? null;
}
