import { describe, expect, it } from '@jest/globals';
import { forgetPerson } from '../../../session/forget-person.js';
import { clearNoteDraft, draftKey, loadNoteDraft, saveNoteDraft } from './note-draft.js';

const DAY_MS = 24 * 3_600_000;
const key = draftKey('u-ana', 'new.1');

function aStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  };
}

describe('The draft of a note', () => {
  it('is kept for its person and its note, until it is cleared', () => {
    const storage = aStorage();
    saveNoteDraft(storage, key, '<p>a</p>', 0);
    expect(loadNoteDraft(storage, key, DAY_MS)).toBe('<p>a</p>');
    expect(loadNoteDraft(storage, draftKey('u-ben', 'new.1'), 0)).toBeNull();
    clearNoteDraft(storage, key);
    expect(loadNoteDraft(storage, key, 0)).toBeNull();
  });

  it('is gone after a day, after Log Out, and if it is not readable', () => {
    const storage = aStorage();
    saveNoteDraft(storage, key, '<p>a</p>', 0);
    expect(loadNoteDraft(storage, key, DAY_MS + 1)).toBeNull();
    saveNoteDraft(storage, key, '<p>a</p>', 0);
    forgetPerson(storage, 1);
    expect(loadNoteDraft(storage, key, 1)).toBeNull();
    storage.setItem(key, '{');
    expect(loadNoteDraft(storage, key, 1)).toBeNull();
  });
});
