import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseCatalogue } from '@throughline/contracts';
import type { Catalogue } from '@throughline/domain';
import { type Config, readConfigFile } from '@throughline/platform';

/** The items that can be ordered, and texts for their pictures. */
export interface IllustratedCatalogue {
  readonly items: Catalogue;
  /** File name of a picture → its text alternative, which is the picture's own title. */
  readonly titles: ReadonlyMap<string, string>;
}

export const picturesFolder = ({ catalogueFile }: Pick<Config, 'catalogueFile'>): string =>
  join(dirname(catalogueFile), 'pictures');

/** @throws ConfigError whose one line names the item and the field at fault */
export function readCatalogue(config: Pick<Config, 'catalogueFile'>): Promise<IllustratedCatalogue> {
  return readConfigFile('CATALOGUE_FILE', config.catalogueFile, async (text) => {
    const items = parseCatalogue(text);
    const titles = new Map<string, string>();
    for (const { id, image } of items) {
      if (image !== null) titles.set(image, await titleOf(join(picturesFolder(config), image), id));
    }
    return { items, titles };
  });
}

async function titleOf(path: string, id: string): Promise<string> {
  const svg = await readFile(path, 'utf8').catch(() => null);
  if (svg === null) throw new Error(`item "${id}", field image: there is no ${path}.`);
  const title = /<title>([^<]+)<\/title>/.exec(svg)?.[1]?.trim();
  if (!title) throw new Error(`item "${id}", field image: ${path} has no <title> to say what it shows.`);
  return title;
}
