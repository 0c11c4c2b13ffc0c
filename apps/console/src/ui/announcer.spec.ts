import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getDefaultStore } from 'jotai';
import { announce, joinMessages, spokenAtom, toast } from './announcer.js';

describe('Announcements that come together', () => {
  it('are spoken as sentences, each with one full stop', () => {
    expect(
      joinMessages(['2 tasks claimed', '1 task not claimed: Ask them to assign it to you yourself.', '1 change']),
    ).toBe('2 tasks claimed. 1 task not claimed: Ask them to assign it to you yourself. 1 change');
    expect(joinMessages(['Saved', 'Really?', '3 changes'])).toBe('Saved. Really? 3 changes');
    expect(joinMessages(['Version 2.3.1 is here.'])).toBe('Version 2.3.1 is here.');
  });
});

describe('The live region', () => {
  const spoken = () => getDefaultStore().get(spokenAtom).trim();
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('speaks of what an act came to, and no longer of the doubt about it', () => {
    toast('The server could not be reached.', 'error');
    jest.advanceTimersByTime(200);
    toast('Undone');
    jest.advanceTimersByTime(1_000);
    expect(spoken()).toBe('Undone');
    toast('The server could not be reached.', 'error');
    jest.advanceTimersByTime(1_000);
    expect(spoken()).toBe('The server could not be reached.');
    toast('Undone');
    expect(spoken()).toBe('');
    jest.advanceTimersByTime(1_000);
    expect(spoken()).toBe('Undone');
  });

  it('speaks of two failures, and of what else was waiting', () => {
    announce('1 change');
    toast('Claim A: Not now.', 'error');
    toast('Claim B: Not now.', 'error');
    jest.advanceTimersByTime(1_000);
    expect(spoken()).toBe('1 change. Claim A: Not now. Claim B: Not now.');
  });
});
