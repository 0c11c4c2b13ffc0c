/*
 * How the console loads a part of its code: the build calls this in place of each `import()` (build/load-code.ts).
 *
 * A browser that could not load a module never asks for it again under the same address, and neither for what it imports: a part would stay
 * closed until the page is loaded again, which loses attached files. So every file of a part is fetched first, in a way that a browser does forget, and only
 * then imported. It is then in the browser's cache.
 */

/** The first page begins with all of its files at once. If one of them fails, nothing is lost by loading the page again. */
const isFirstPage = () => document.readyState !== 'complete';

/** Files that are there, or on their way, by their addresses. */
const known = new Map<string, Promise<void>>();

/** `files` are paths from the root of the site, without the first slash. Rejects, and says so to `watchMissingCode`, if one of them cannot be loaded. */
export async function __vitePreload<Code>(
  importPart: () => Promise<Code>,
  files: readonly string[] = [],
): Promise<Code> {
  try {
    await Promise.all(files.map((file) => fetched(new URL(`/${file}`, location.href).href)));
    return await importPart();
  } catch (error) {
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
    throw error;
  }
}

function fetched(address: string): Promise<void> {
  if (known.size === 0) for (const own of filesOfThePage()) known.set(own, Promise.resolve());
  const coming = known.get(address) ?? fetchFile(address);
  known.set(address, coming);
  return coming;
}

async function fetchFile(address: string): Promise<void> {
  const isStyle = address.endsWith('.css');
  if (isFirstPage() && !isStyle) return addLink('modulepreload', address);
  try {
    // Not by a link that preloads it: a browser keeps that failure as well.
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} could not be loaded: ${answer.status}`);
    await answer.arrayBuffer();
  } catch (error) {
    known.delete(address);
    throw error;
  }
  if (isStyle) addLink('stylesheet', address);
}

function addLink(rel: 'modulepreload' | 'stylesheet', href: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel, crossOrigin: '', href }));
}

/** Those that the page itself names. */
const filesOfThePage = () =>
  [
    ...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
      'script[src], link[rel="modulepreload"], link[rel="stylesheet"]',
    ),
  ].map((element) => (element instanceof HTMLScriptElement ? element.src : element.href));
