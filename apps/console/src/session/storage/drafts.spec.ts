import { describe, expect, it } from '@jest/globals';
import { forgetPerson } from './forget-person.js';
import { memoryStorage } from './browser-storage.js';
import { clearSpentDrafts, loadSaved, saveDraft } from './drafts.js';
import { DIALOG_DRAFTS, INQUIRY_DRAFTS, NOTE_DRAFTS, ORDER_DRAFTS, TASK_DRAFTS } from './stored.js';
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

  it.each([
    ['before', 9],
    ['after', 11],
  ])('stored %s Log Out by a tab that has not heard of it is gone as well, whenever it arrives', (_, savedAt) => {
    const [late, storage] = [memoryStorage(), memoryStorage()];
    saveDraft(late, KEY, 'a', savedAt);
    forgetPerson(storage, 10);
    const arrive = () => storage.setItem(KEY, late.getItem(KEY) ?? '');
    arrive();
    expect(load(storage, 12)).toBeNull();
    arrive();
    clearSpentDrafts(storage, 12);
    expect(storage.getItem(KEY)).toBeNull();
    saveDraft(storage, KEY, 'b', 13);
    clearSpentDrafts(storage, 13);
    expect(load(storage, 13)).toBe('b');
  });

  it('of an older version is gone if it was stored before Log Out', () => {
    const storage = memoryStorage();
    forgetPerson(storage, 10);
    const stored = (savedAt: number) => storage.setItem(KEY, JSON.stringify({ savedAt, draft: 'a' }));
    stored(9);
    expect(load(storage, 12)).toBeNull();
    stored(11);
    expect(load(storage, 12)).toBe('a');
  });

  it.each(['{', '7', '{"savedAt":0}', '{"savedAt":0,"draft":7}'])('that cannot be read is removed: %s', (held) => {
    const storage = memoryStorage();
    storage.setItem(KEY, held);
    expect(load(storage, 0)).toBeNull();
    expect(storage.length).toBe(0);
  });

  it('of every kind is removed after a day, also while no form is opened', () => {
    const storage = memoryStorage();
    for (const prefix of [ORDER_DRAFTS, NOTE_DRAFTS, INQUIRY_DRAFTS, TASK_DRAFTS, DIALOG_DRAFTS])
      saveDraft(storage, `${prefix}a`, 'a', 0);
    saveDraft(storage, `${NOTE_DRAFTS}b`, 'b', 1);
    storage.setItem('throughline.scheme', 'dark');
    clearSpentDrafts(storage, DAY_MS + 1);
    expect(Array.from({ length: storage.length }, (_, index) => storage.key(index))).toEqual([
      `${NOTE_DRAFTS}b`,
      'throughline.scheme',
    ]);
  });
});
