import { describe, expect, it } from '@jest/globals';
import { forgetPerson } from './forget-person.js';
import { memoryStorage } from './memory-storage.testing.js';
import { clearOldDrafts, loadSaved, saveDraft } from './drafts.js';
import { INQUIRY_DRAFTS, NOTE_DRAFTS, ORDER_DRAFTS } from './stored.js';
import { text } from './stored-values.js';

const DAY_MS = 24 * 3_600_000;
const KEY = `${NOTE_DRAFTS}u-ana.1.new`;
const load = (storage: Storage, now: number, key = KEY) => loadSaved(storage, key, text, now)?.draft ?? null;

describe('A draft', () => {
  it('is there for its key, for a day', () => {
    const storage = memoryStorage();
    saveDraft(storage, KEY, 'a', 0);
    expect([load(storage, DAY_MS), load(storage, 0, `${KEY}.other`)]).toEqual(['a', null]);
    expect(load(storage, DAY_MS + 1)).toBeNull();
    expect(storage.length).toBe(0);
  });

  it('is gone after Log Out', () => {
    const storage = memoryStorage();
    saveDraft(storage, KEY, 'a', 0);
    forgetPerson(storage, 1);
    expect(load(storage, 1)).toBeNull();
  });

  it.each(['{', '7', '{"savedAt":0}', '{"savedAt":0,"draft":7}'])('that cannot be read is removed: %s', (held) => {
    const storage = memoryStorage();
    storage.setItem(KEY, held);
    expect(load(storage, 0)).toBeNull();
    expect(storage.length).toBe(0);
  });

  it('of every kind is removed after a day, also while no form is opened', () => {
    const storage = memoryStorage();
    for (const prefix of [ORDER_DRAFTS, NOTE_DRAFTS, INQUIRY_DRAFTS]) saveDraft(storage, `${prefix}a`, 'a', 0);
    saveDraft(storage, `${NOTE_DRAFTS}b`, 'b', 1);
    storage.setItem('throughline.scheme', 'dark');
    clearOldDrafts(storage, DAY_MS + 1);
    expect(Array.from({ length: storage.length }, (_, index) => storage.key(index))).toEqual([
      `${NOTE_DRAFTS}b`,
      'throughline.scheme',
    ]);
  });
});
