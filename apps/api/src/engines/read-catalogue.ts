import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type NoteTemplate, noteTemplate, parseCatalogue } from '@throughline/contracts';
import { type Catalogue, htmlOf } from '@throughline/domain';
import { type Config, readConfigFile } from '@throughline/platform';
import { z } from 'zod';

/** The supplied items, which are offered until a version is activated, and text alternatives for all pictures. */
export interface IllustratedCatalogue {
  readonly items: Catalogue;
  /** File name of each picture → its text alternative, which is the picture's own title. */
  readonly titles: ReadonlyMap<string, string>;
  /** Texts that a new note can start with, in HTML: `note-templates.json` beside the catalogue, if it exists. */
  readonly noteTemplates: readonly NoteTemplate[];
}

export const picturesFolder = ({ catalogueFile }: Pick<Config, 'catalogueFile'>): string =>
  join(dirname(catalogueFile), 'pictures');

/** @throws ConfigError whose one line names the item and the field at fault */
export function readCatalogue(config: Pick<Config, 'catalogueFile'>): Promise<IllustratedCatalogue> {
  return readConfigFile('CATALOGUE_FILE', config.catalogueFile, async (text) => {
    const items = parseCatalogue(text);
    const titles = await titlesIn(picturesFolder(config));
    for (const { id, image } of items) {
      if (image !== null && !titles.has(image)) {
        const path = join(picturesFolder(config), image);
        throw new Error(`item "${id}", field image: there is no ${path}, or it has no <title> to say what it shows.`);
      }
    }
    const noteTemplates = await readNoteTemplates(join(dirname(config.catalogueFile), 'note-templates.json'));
    return { items, titles, noteTemplates };
  });
}

const templatesFile = z.strictObject({ templates: z.array(noteTemplate.strict()) });

/** The file contains plain text. */
async function readNoteTemplates(path: string): Promise<readonly NoteTemplate[]> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return [];
  try {
    const { templates } = templatesFile.parse(JSON.parse(text));
    return templates.map(({ noteTextEs, ...template }) => ({
      ...template,
      noteText: htmlOf(template.noteText),
      ...(noteTextEs && { noteTextEs: htmlOf(noteTextEs) }),
    }));
  } catch (cause) {
    throw new Error(`${path} must be JSON, { "templates": [{ "title", "noteText", "actionNeeded" }] }.`, { cause });
  }
}

/** The titles of all pictures, because a catalogue that is uploaded later may use other ones. */
async function titlesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder).catch(() => []);
  const titles = new Map<string, string>();
  for (const name of names.filter((one) => one.endsWith('.svg'))) {
    const title = /<title>([^<]+)<\/title>/.exec(await readFile(join(folder, name), 'utf8'))?.[1]?.trim();
    if (title) titles.set(name, title);
  }
  return titles;
}
