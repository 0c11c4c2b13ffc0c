/*
 * The browser's storages. A browser may block the data of this site, and throws then when a page asks for a storage; or it may have no room left, and throws when
 * a page stores something. A page keeps for itself what the browser does not. Nothing else of the console names `localStorage` and `sessionStorage`.
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

/** What a page keeps for itself of a storage. */
const asides = new WeakMap<Storage, Storage>();
/** Storages that the browser blocks. */
const blocked = new WeakSet<Storage>();

/** A storage that never refuses a value: one that the browser does not take is kept by this page, until it is closed. `browsers`: null if it is blocked. */
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

/** Whether the browser keeps what is stored under this key, or only this page does. */
export const isKept = (storage: Storage, key: string): boolean => (asides.get(storage)?.getItem(key) ?? null) === null;

/** Whether the browser blocks the storage, as far as it was asked to keep anything: it did not lack room. */
export const isBlocked = (storage: Storage): boolean => blocked.has(storage);

const browsers = { site: open('localStorage'), tab: open('sessionStorage') };

/** Shared by all tabs, and kept. */
export const siteStorage: Storage = withAside(browsers.site);

/** Of this tab, until it is closed. */
export const tabStorage: Storage = withAside(browsers.tab);

/** Whether the browser keeps nothing for this site, or for this tab: a sign-in does not work. */
export const isSiteDataBlocked = (): boolean =>
  browsers.site === null || browsers.tab === null || !navigator.cookieEnabled;
