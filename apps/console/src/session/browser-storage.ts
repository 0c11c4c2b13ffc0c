/*
 * The browser's storages. A browser that blocks the data of this site throws when a page asks for one: then a page keeps what it would store for
 * itself, until it is closed. Nothing else of the console names `localStorage` and `sessionStorage`.
 */

function open(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    const storage = window[name];
    storage.getItem(name);
    return storage;
  } catch {
    return null;
  }
}

/** A storage of this page alone. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}

const kept = { site: open('localStorage'), tab: open('sessionStorage') };

/** Shared by all tabs, and kept. */
export const siteStorage: Storage = kept.site ?? memoryStorage();

/** Of this tab, until it is closed. */
export const tabStorage: Storage = kept.tab ?? memoryStorage();

/** Whether the browser keeps nothing for this site: a sign-in does not work, and what is typed is lost with the page. */
export const isSiteDataBlocked = (): boolean => kept.site === null || !navigator.cookieEnabled;
