import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getDefaultStore } from 'jotai';
import { ANSWER_EXPECTED_MS, heardFromServer, unansweredAtom, watchForAnswer } from './unanswered.js';

describe('A request without an answer', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const late = () => getDefaultStore().get(unansweredAtom);

  it.each(['answered', 'refused'])('is late after three seconds, until it is %s', async (end) => {
    let settle = () => {};
    const answer = new Promise<string>((resolve, reject) => {
      settle = () => (end === 'answered' ? resolve('code') : reject(new Error('gone')));
    });
    const watched = watchForAnswer(answer).catch((error: Error) => error.message);
    jest.advanceTimersByTime(ANSWER_EXPECTED_MS - 1);
    expect(late()).toBe(0);
    jest.advanceTimersByTime(1);
    expect(late()).toBe(1);
    settle();
    expect(await watched).toBe(end === 'answered' ? 'code' : 'gone');
    expect(late()).toBe(0);
  });

  it('is not late while the server answers others, and is three seconds after the last of them', async () => {
    jest.advanceTimersByTime(ANSWER_EXPECTED_MS);
    let settle = () => {};
    const watched = watchForAnswer(new Promise<void>((resolve) => (settle = resolve)));
    jest.advanceTimersByTime(2_000);
    await watchForAnswer(Promise.resolve('another'));
    jest.advanceTimersByTime(2_000);
    heardFromServer();
    jest.advanceTimersByTime(ANSWER_EXPECTED_MS - 1);
    expect(late()).toBe(0);
    jest.advanceTimersByTime(1);
    expect(late()).toBe(1);
    settle();
    await watched;
    expect(late()).toBe(0);
  });

  it('is not late if it was answered in time', async () => {
    expect(await watchForAnswer(Promise.resolve('code'))).toBe('code');
    jest.advanceTimersByTime(ANSWER_EXPECTED_MS);
    expect(late()).toBe(0);
  });
});
