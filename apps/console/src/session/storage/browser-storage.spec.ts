import { describe, expect, it } from '@jest/globals';
import { isKept, memoryStorage, withAside } from './browser-storage.js';

/** A browser storage with room for this many characters. */
function storageWithRoom(room: number): Storage {
  const storage = memoryStorage();
  const used = () =>
    Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? '') ?? '').join('');
  return Object.assign(Object.create(storage) as Storage, {
    setItem: (key: string, value: string) => {
      if (used().length + value.length > room) throw new DOMException('Full', 'QuotaExceededError');
      storage.setItem(key, value);
    },
  });
}

describe.each([
  ['that is full', () => storageWithRoom(4)],
  ['that is blocked', () => null],
])('A storage of a browser %s', (_how, browsers) => {
  it('keeps for the page what the browser does not take, and says so', () => {
    const storage = withAside(browsers());
    storage.setItem('a', 'longer');
    expect(storage.getItem('a')).toBe('longer');
    expect(isKept(storage, 'a')).toBe(false);
    expect([storage.length, storage.key(0), storage.key(1)]).toEqual([1, 'a', null]);
    storage.removeItem('a');
    expect([storage.getItem('a'), storage.length]).toEqual([null, 0]);
  });
});

describe('A storage of a browser', () => {
  it('has the newest value, also of one that it had no room to change', () => {
    const browsers = storageWithRoom(4);
    const storage = withAside(browsers);
    storage.setItem('a', 'old');
    expect(isKept(storage, 'a')).toBe(true);
    storage.setItem('a', 'longer');
    expect([storage.getItem('a'), browsers.getItem('a'), storage.length]).toEqual(['longer', 'old', 1]);
    expect(isKept(storage, 'a')).toBe(false);
  });

  it('keeps a value for good once there is room again', () => {
    const browsers = storageWithRoom(4);
    const storage = withAside(browsers);
    storage.setItem('other', 'full');
    storage.setItem('a', 'new');
    expect(isKept(storage, 'a')).toBe(false);
    storage.removeItem('other');
    storage.setItem('a', 'new');
    expect(isKept(storage, 'a')).toBe(true);
    expect(browsers.getItem('a')).toBe('new');
    storage.clear();
    expect([storage.length, browsers.length]).toEqual([0, 0]);
  });
});
