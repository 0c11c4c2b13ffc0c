import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Alias, Plugin } from 'vite';

/** The parts, by the names that fonts.css gives their files, with the file of the package that each is taken from. */
const PARTS = {
  '@inter-first.woff2': 'inter-latin-wght-normal.woff2',
  '@inter-latin-1.woff2': 'inter-latin-wght-normal.woff2',
  '@inter-latin-a.woff2': 'inter-latin-ext-wght-normal.woff2',
};
type FontPart = keyof typeof PARTS;
const FIRST = '@inter-first.woff2';
/** The weights of the theme; Inter has 100 to 900. */
const WEIGHTS = { min: 400, max: 700 };
/** Tabular figures, kerning, and what accents need. Inter's alternates and arrows, which no screen uses, are a third of its size. */
const FEATURES = ['tnum', 'kern', 'ccmp', 'locl', 'mark', 'mkmk'];

/** The characters of a part: its `unicode-range` in fonts.css. */
export function charactersOf(part: FontPart, css: string): string {
  const ranges = new RegExp(`url\\('${part}'\\)[^}]*unicode-range:([^;]+);`).exec(css)?.[1];
  if (ranges === undefined) throw new Error(`fonts.css does not say which characters ${part} has`);
  const codePoints = Array.from(ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g)).flatMap(([, from = '', to = from]) => {
    const [first, last] = [parseInt(from, 16), parseInt(to, 16)];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return String.fromCodePoint(...codePoints);
}

/**
 * The parts of Inter that screens need, created when the console is built. The rest stays in the package's files, which a browser fetches when a
 * name needs them. The first part is preloaded, so that text is never shown in another font first.
 */
export async function fontParts(
  css: string,
  packageFolder: string,
  cacheFolder: string,
): Promise<{ aliases: Alias[]; plugin: Plugin }> {
  mkdirSync(cacheFolder, { recursive: true });
  const parts = Object.keys(PARTS) as FontPart[];
  const aliases = await Promise.all(
    parts.map(async (part) => {
      const whole = readFileSync(join(packageFolder, 'files', PARTS[part]));
      const variationAxes = { wght: WEIGHTS };
      const options = { targetFormat: 'woff2', variationAxes, keepFeatures: FEATURES } as const;
      const path = join(cacheFolder, part.slice(1));
      writeFileSync(path, await subsetFont(whole, charactersOf(part, css), options));
      return { find: part, replacement: path };
    }),
  );
  return { aliases, plugin: preloadFirstFont };
}

const preloadFirstFont: Plugin = {
  name: 'preload-first-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const font = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(FIRST.slice(1)));
      if (font === undefined) throw new Error(`No stylesheet of the console uses ${FIRST}`);
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font.fileName}` };
      return [{ tag: 'link', attrs, injectTo: 'head' as const }];
    },
  },
};
