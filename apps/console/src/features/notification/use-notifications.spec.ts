import { describe, expect, it } from '@jest/globals';
import { newsIn } from './use-notifications.js';

const notification = (unread: boolean, ...ids: string[]) => ({
  ids,
  unread,
  words: '',
  member: null,
  isRoutine: false,
  path: '/',
  at: '',
});

describe('News', () => {
  const list = [notification(true, 'note-1-1'), notification(true, 'note-1-0'), notification(false, 'note-2-0')];

  it('is what is unread and was not there before', () => {
    expect(newsIn(list, new Set(['note-1-0']))).toEqual([list[0]]);
  });

  it('is nothing when the page is opened', () => {
    expect(newsIn(list, null)).toEqual([]);
  });

  it('is what has grown: another task of a bulk assignment', () => {
    const grown = notification(true, 'itemTask-1-1', 'itemTask-2-1');
    expect(newsIn([grown], new Set(['itemTask-1-1']))).toEqual([grown]);
  });
});
