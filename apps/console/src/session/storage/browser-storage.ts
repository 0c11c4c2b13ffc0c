/*
 * The browser's storages. A browser may block the data of this site, and then throws when a page accesses a storage; or it may have no room
 * left, and throws when a page stores something. What the browser does not keep, the page keeps in memory. No other code of the console
 * names `localStorage` and `sessionStorage`.
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

/** A storage in the memory of this page. */
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

/** The values that the page keeps in memory for a storage. */
const asides = new WeakMap<Storage, Storage>();
/** Storages that the browser blocks. */
const blocked = new WeakSet<Storage>();

/**
 * A storage that never refuses a value: one that the browser does not accept is kept in the page's memory until the page is closed.
 * `browsers` is null if the browser blocks the storage.
 */
export function withAside(browsers: Storage | null): Storage {
  const aside = memoryStorage();
  const keys = () => {
    const of = (storage: Storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    return [...new Set([...(browsers ? of(browsers) : []), ...of(aside)])];
  };
  const storage: Storage = {
    getItem: (key) => aside.getItem(key) ?? browsers?.getItem(key) ?? null,
    setItem: (key, value) => {
      try {
        if (browsers === null) throw new DOMException('Blocked', 'SecurityError');
        browsers.setItem(key, value);
        aside.removeItem(key);
      } catch (error) {
        if ((error as Error).name === 'SecurityError') blocked.add(storage);
        aside.setItem(key, value);
      }
    },
    removeItem: (key) => {
      browsers?.removeItem(key);
      aside.removeItem(key);
    },
    clear: () => keys().forEach((key) => storage.removeItem(key)),
    key: (index) => keys()[index] ?? null,
    get length() {
      return keys().length;
    },
  };
  asides.set(storage, aside);
  return storage;
}

/** Whether the browser keeps what is stored under this key, and not only this page. */
export const isKept = (storage: Storage, key: string): boolean => (asides.get(storage)?.getItem(key) ?? null) === null;

/** Whether the browser blocks the storage, as opposed to lacking room. Only known once something was stored. */
export const isBlocked = (storage: Storage): boolean => blocked.has(storage);

const browsers = { site: open('localStorage'), tab: open('sessionStorage') };

/** The storage that all tabs share. The browser keeps it when they are closed. */
export const siteStorage: Storage = withAside(browsers.site);

/** The storage of this tab, which the browser keeps until the tab is closed. */
export const tabStorage: Storage = withAside(browsers.tab);

/** Whether the browser stores nothing for this site or for this tab, so that a sign-in does not work. */
export const isSiteDataBlocked = (): boolean =>
  browsers.site === null || browsers.tab === null || !navigator.cookieEnabled;
