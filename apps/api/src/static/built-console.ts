import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONSOLE_PAGES } from '@throughline/contracts';
import { SIGN_IN_CALLBACK } from '@throughline/platform';

/** A file of the console in Vite's manifest. The keys of the manifest are source files, or names of chunks that several sources share. */
interface BuiltFile {
  readonly file: string;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, BuiltFile>>;

/** index.html for each page of the console, by the page's path pattern. */
type Pages = ReadonlyMap<string, string>;

export interface PageAtPath {
  readonly html: string;
  /** False: the console shows that there is no such page. */
  readonly exists: boolean;
}

/** The layout around pages that read from the API. */
const LAYOUT = 'with-queries';

/**
 * index.html for a path, with links to preload the scripts of that page; null if the console is not built. Pages are prepared once per
 * build: a new build has another index.html, because that contains the hashes of its files.
 */
export function builtConsole(folder: string): (path: string) => Promise<PageAtPath | null> {
  let prepared: { readonly indexHtml: string; readonly pages: Promise<Pages> } | undefined;
  return async (path) => {
    const indexHtml = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
    if (indexHtml === null) return null;
    if (prepared?.indexHtml !== indexHtml) prepared = { indexHtml, pages: prepare(indexHtml, folder) };
    const { pages } = prepared;
    const page = CONSOLE_PAGES.find((one) => matches(one.path, path));
    try {
      const html = (page && (await pages).get(page.path)) ?? indexHtml;
      return { html, exists: page !== undefined || matches(SIGN_IN_CALLBACK, path) };
    } catch (error) {
      // A build may be writing the manifest, so the next request reads it again.
      if (prepared?.pages === pages) prepared = undefined;
      throw error;
    }
  };
}

async function prepare(indexHtml: string, folder: string): Promise<Pages> {
  const manifest = await readManifest(folder);
  const inDocument = filesUnder(manifest, ['index.html']);
  const pages = CONSOLE_PAGES.map(({ path, file, reads }): [string, string] => {
    const sources = [...(reads ? [LAYOUT] : []), file].map((name) => `src/routes/${name}.tsx`);
    const links = [...filesUnder(manifest, sources)]
      .filter((script) => !inDocument.has(script))
      .map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`);
    return [path, indexHtml.replace('</head>', () => `${links.join('')}</head>`)];
  });
  return new Map(pages);
}

/** Without a manifest nothing is preloaded, which only costs time. */
async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Manifest;
}

function matches(pattern: string, path: string): boolean {
  const [expected, given] = [segmentsOf(pattern), segmentsOf(path)];
  return (
    expected.length === given.length &&
    expected.every((segment, index) => segment.startsWith(':') || segment === given[index])
  );
}

/** Ignores case, like the console's router. */
const segmentsOf = (path: string): readonly string[] =>
  path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');

/** The scripts of these sources and, recursively, of their imports. */
function filesUnder(manifest: Manifest, sources: readonly string[], found = new Set<string>()): ReadonlySet<string> {
  for (const source of sources) {
    const built = manifest[source];
    if (built === undefined || found.has(built.file)) continue;
    found.add(built.file);
    filesUnder(manifest, built.imports ?? [], found);
  }
  return found;
}
