import { describe, expect, it } from '@jest/globals';
import { threadOf } from './reply-to-note.js';
import { type ShownNote, type Thread, threadsOf } from './thread.js';

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
