import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Alias, Plugin } from 'vite';

interface FontPart {
  readonly file: string;
  /** Of the package. */
  readonly from: string;
  /** The same as `unicode-range` of fonts.css. */
  readonly characters: string;
}

const codePoints = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

const FIRST = 'inter-first.woff2';
const PARTS: readonly FontPart[] = [
  {
    file: FIRST,
    from: 'inter-latin-wght-normal.woff2',
    // The characters of the console's own texts in English, with the ñ of the link to Spanish. The zero-width space is the content of an empty label.
    characters: `${codePoints(0x20, 0x7e)}\u00a0©·×ñ\u200b–—‘’“”•…`,
  },
  // Letters with accents, for names: seven and ten kilobytes, where the files of the package have 49 and 85.
  // Without × and ñ, which are in the first part: of two parts that have a character, the later one is fetched.
  {
    file: 'inter-latin-1.woff2',
    from: 'inter-latin-wght-normal.woff2',
    characters: codePoints(0xc0, 0xd6) + codePoints(0xd8, 0xf0) + codePoints(0xf2, 0xff),
  },
  { file: 'inter-latin-a.woff2', from: 'inter-latin-ext-wght-normal.woff2', characters: codePoints(0x100, 0x17f) },
];
/** The weights of the theme; Inter has 100 to 900. */
const WEIGHTS = { min: 400, max: 700 };
/** Figures of one width, kerning, and what accents need. Inter's alternates and arrows, which no screen uses, are a third of its size. */
const FEATURES = ['tnum', 'kern', 'ccmp', 'locl', 'mark', 'mkmk'];

/**
 * The parts of Inter that screens need, created when the console is built. The rest stays in the package's files, which a browser fetches when a
 * name needs them. The first part is preloaded, so that text is never shown in another font first.
 */
export async function fontParts(
  packageFolder: string,
  cacheFolder: string,
): Promise<{ aliases: Alias[]; plugin: Plugin }> {
  mkdirSync(cacheFolder, { recursive: true });
  const aliases = await Promise.all(
    PARTS.map(async ({ file, from, characters }) => {
      const whole = readFileSync(join(packageFolder, 'files', from));
      const variationAxes = { wght: WEIGHTS };
      const options = { targetFormat: 'woff2', variationAxes, keepFeatures: FEATURES } as const;
      const path = join(cacheFolder, file);
      writeFileSync(path, await subsetFont(whole, characters, options));
      return { find: `@${file}`, replacement: path };
    }),
  );
  return { aliases, plugin: preloadFirstFont };
}

const preloadFirstFont: Plugin = {
  name: 'preload-first-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const font = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(FIRST));
      if (font === undefined) throw new Error(`No stylesheet of the console uses ${FIRST}`);
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font.fileName}` };
      return [{ tag: 'link', attrs, injectTo: 'head' as const }];
    },
  },
};
