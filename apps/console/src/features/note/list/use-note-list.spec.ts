import { describe, expect, it } from '@jest/globals';
import type { Change, NoteListRow } from '@throughline/contracts';
import { liveNotes } from './use-note-list.js';

const row = (id: string) => ({ id, referralId: '1', unread: true, actionNeeded: true }) as NoteListRow;
const change = (key: string, of: object): Change => ({ position: 1, key, row: of, at: '' });
const action = (noteId: string, actionNeeded: boolean) => change(`${noteId}-action`, { noteId, actionNeeded });
const written = (noteId: string) => change(noteId, { referralId: '1', writtenAt: '' });

describe('The Notes list, live', () => {
  it('keeps a row in its place when it was read or its action is done', () => {
    const changes = [change('1-sam', { referralId: '1', read: ['1-2'] }), action('1-1', false)];
    expect(liveNotes([row('1-2'), row('1-1')], changes, true).rows).toMatchObject([
      { id: '1-2', unread: false, actionNeeded: true },
      { id: '1-1', unread: true, actionNeeded: false },
    ]);
  });

  it('counts new notes, or those that need action if only these are listed', () => {
    const changes = [written('1-3'), written('1-4'), action('1-4', true), action('1-5', true), action('1-5', false)];
    expect(liveNotes([row('1-1')], changes, false).arrived).toBe(2);
    expect(liveNotes([row('1-1')], changes, true).arrived).toBe(1);
    expect(liveNotes([row('1-3'), row('1-4')], changes, false).arrived).toBe(0);
  });

  it('is not changed by what happens to internal notes', () => {
    const changes = [
      change('1-internal', { referralId: '1', notes: 2 }),
      change('1-sam-internal', { readInternal: [] }),
    ];
    expect(liveNotes([row('1-1')], changes, false)).toEqual({ rows: [row('1-1')], arrived: 0 });
  });
});
