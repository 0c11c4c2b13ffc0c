import { describe, expect, it } from '@jest/globals';
import { threadOf } from './reply-to-note.js';
import { notesBefore, type ShownNote, type Thread, threadsOf } from './thread.js';

const note = (id: string, parentId: string | null = null) => ({ id, parentId }) as ShownNote;
const shape = (threads: readonly Thread[]): unknown =>
  threads.map(({ note: { id }, replies }) => (replies.length === 0 ? id : [id, shape(replies)]));

describe('Threads of notes', () => {
  it('are shown newest first, with their replies oldest first', () => {
    expect(shape(threadsOf([note('1'), note('2', '1'), note('3'), note('4', '2'), note('5', '1')]))).toEqual([
      '3',
      ['1', [['2', ['4']], '5']],
    ]);
  });

  it('have a part for each note: the note with what was answered to it', () => {
    const notes = [note('1'), note('2', '1'), note('3'), note('4', '2'), note('5', '1')];
    expect(shape([threadOf(notes, '2')!])).toEqual([['2', ['4']]]);
    expect(threadOf(notes, '6')).toBeNull();
  });

  it('begin with a reply whose parent is not listed', () => {
    expect(shape(threadsOf([note('2', '1'), note('3', '2')]))).toEqual([['2', ['3']]]);
    expect(threadsOf([])).toEqual([]);
  });
});

describe('The notes before a note', () => {
  const written = (minute: number, more: Partial<ShownNote> = {}) =>
    ({ id: String(minute), writtenAt: `2026-11-20T18:0${minute}:00.000Z`, ...more }) as ShownNote;
  const before = (notes: readonly ShownNote[], note: ShownNote) => {
    const { last, hasMore } = notesBefore(notes, note);
    return [last.map(({ id }) => id), hasMore];
  };

  it('are those of both kinds in the order of writing, without it, later ones and deleted ones', () => {
    const notes = [
      written(1),
      written(3),
      written(5),
      written(2, { isInternal: true }),
      written(0, { isDeleted: true }),
    ];
    expect(before(notes, written(3))).toEqual([['1', '2'], false]);
    expect(before(notes, written(1))).toEqual([[], false]);
  });

  it('are the last five', () => {
    const notes = [0, 1, 2, 3, 4, 5, 6].map((minute) => written(minute));
    expect(before(notes, written(5))).toEqual([['0', '1', '2', '3', '4'], false]);
    expect(before(notes, written(6))).toEqual([['1', '2', '3', '4', '5'], true]);
  });
});
