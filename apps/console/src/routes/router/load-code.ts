/*
 * Loads a part of the console's code: the build calls this instead of each `import()` (build/load-code.ts).
 *
 * If a browser could not load a module, it never requests it again under the same address, nor what it imports: the part would stay
 * unavailable until the page is reloaded, which loses attached files. So every file of a part is fetched first, in a way whose failure a
 * browser forgets, and only then imported. By then it is in the browser's cache. A server that does not answer is said above the page, as
 * for requests to the API.
 */

import { heardFromServer, watchForAnswer } from '../../api/unanswered.js';

/** The first page requests all of its files at once. If one of them fails, reloading the page loses nothing. */
const isFirstPage = () => document.readyState !== 'complete';

/** Files that are loaded or being loaded, by their addresses. */
const known = new Map<string, Promise<void>>();

/**
 * `files` are paths from the root of the site, without the first slash. If one of them cannot be loaded, rejects and notifies
 * `watchMissingCode`.
 */
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
    // Fetched instead of preloaded by a link, because a browser also remembers the failure of a link.
    await watchForAnswer(loadFile(address));
  } catch (error) {
    known.delete(address);
    throw error;
  }
  if (isStyle) addLink('stylesheet', address);
}

async function loadFile(address: string): Promise<void> {
  const answer = await fetch(address);
  heardFromServer();
  if (!answer.ok) throw new Error(`${address} could not be loaded: ${answer.status}`);
  await answer.arrayBuffer();
}

function addLink(rel: 'modulepreload' | 'stylesheet', href: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel, crossOrigin: '', href }));
}

/** The files that the page itself references. */
const filesOfThePage = () =>
  [
    ...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
      'script[src], link[rel="modulepreload"], link[rel="stylesheet"]',
    ),
  ].map((element) => (element instanceof HTMLScriptElement ? element.src : element.href));
