import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../session/storage/browser-storage.js';
import { placeOf, strandedDrafts, type Writing } from './note-draft.js';
import type { ShownNote } from './thread.js';

const WRITTEN_AT = '2026-11-30T10:00:00.000Z';
const SOON = Date.parse('2026-11-30T10:10:00.000Z');
const LATER = Date.parse('2026-11-30T11:10:00.000Z');
const OF = { user: { id: 'ana' }, referralId: '7' };

const note = (id: string, isDeleted = false): ShownNote => ({
  id,
  parentId: null,
  html: 'Ring twice',
  authorId: 'ana',
  authorName: 'Ana Ruiz',
  company: null,
  fromProvider: true,
  writtenAt: WRITTEN_AT,
  editedAt: null,
  departments: [],
  subDepartments: [],
  isDeleted,
});

/** What is offered of drafts that were begun, beside others. */
function offered(begun: readonly Writing[], notes: readonly ShownNote[], { now = SOON, internal = true } = {}) {
  const storage = memoryStorage();
  for (const writing of begun) {
    storage.setItem(placeOf(OF, writing), '{}');
    storage.setItem(`${placeOf(OF, writing)}.mark`, '{}');
  }
  return strandedDrafts(storage, OF, { notes, internal, now });
}

describe('What was begun to a note', () => {
  const replyTo = { internal: true, replyTo: note('n', true) };
  const edited = { internal: true, edited: note('n', true) };

  it('is offered by itself once the note is deleted', () => {
    expect(offered([replyTo], [note('n')])).toEqual([]);
    expect(offered([edited], [note('n')])).toEqual([]);
    expect(offered([replyTo], [note('m'), note('n', true)])).toEqual([replyTo]);
    expect(offered([edited], [note('n', true)])).toEqual([edited]);
    expect(offered([replyTo, edited], [note('n', true)])).toEqual([replyTo, edited]);
  });

  it('is offered by itself once a note can no longer be changed, and stays with one that can be answered', () => {
    expect(offered([edited, replyTo], [note('n')], { now: LATER })).toEqual([{ internal: true, edited: note('n') }]);
    const external = { internal: false, edited: note('n') };
    expect(offered([external], [note('n')], { now: LATER, internal: false })).toEqual([external]);
  });

  it('is offered from a second tab as well, and of this kind of notes only', () => {
    const storage = memoryStorage();
    storage.setItem(`${placeOf(OF, replyTo)}~1`, '{}');
    storage.setItem(placeOf(OF, { internal: true }), '{}');
    const notes = [note('n', true)];
    expect(strandedDrafts(storage, OF, { notes, internal: true, now: SOON })).toEqual([replyTo]);
    expect(strandedDrafts(storage, OF, { notes, internal: false, now: SOON })).toEqual([]);
    expect(strandedDrafts(storage, { ...OF, referralId: '8' }, { notes, internal: true, now: SOON })).toEqual([]);
  });
});
