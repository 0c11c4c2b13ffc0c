import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getDefaultStore } from 'jotai';
import { ANSWER_EXPECTED_MS, heardFromServer, onHeard, unansweredAtom, watchForAnswer } from './unanswered.js';

describe('A request without an answer', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const isLate = () => getDefaultStore().get(unansweredAtom);

  it('is late after three seconds, until it is answered', async () => {
    let settle = () => {};
    const watched = watchForAnswer(new Promise<string>((resolve) => (settle = () => resolve('code'))));
    jest.advanceTimersByTime(ANSWER_EXPECTED_MS - 1);
    expect(isLate()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(isLate()).toBe(true);
    settle();
    expect(await watched).toBe('code');
    expect(isLate()).toBe(false);
  });

  it('is late also when it was given up, until the server answers another', async () => {
    let abort = () => {};
    const gone = watchForAnswer(new Promise<void>((_, reject) => (abort = () => reject(new Error('gone')))));
    jest.advanceTimersByTime(ANSWER_EXPECTED_MS);
    expect(isLate()).toBe(true);
    abort();
    await expect(gone).rejects.toThrow('gone');
    expect(isLate()).toBe(true);
    await expect(watchForAnswer(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(isLate()).toBe(true);
    await watchForAnswer(Promise.resolve('another'));
    expect(isLate()).toBe(false);
  });

  it('is not late if it was given up in time', async () => {
    let abort = () => {};
    const gone = watchForAnswer(new Promise<void>((_, reject) => (abort = () => reject(new Error('gone')))));
    jest.advanceTimersByTime(ANSWER_EXPECTED_MS - 1);
    abort();
    await expect(gone).rejects.toThrow('gone');
    jest.advanceTimersByTime(ANSWER_EXPECTED_MS);
    expect(isLate()).toBe(false);
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
    expect(isLate()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(isLate()).toBe(true);
    settle();
    await watched;
    expect(isLate()).toBe(false);
  });

  it('is not late if it was answered in time', async () => {
    expect(await watchForAnswer(Promise.resolve('code'))).toBe('code');
    jest.advanceTimersByTime(ANSWER_EXPECTED_MS);
    expect(isLate()).toBe(false);
  });

  it('is asked about again when the server says something, and not when a request is given up', async () => {
    const act = jest.fn();
    const end = onHeard(act);
    await watchForAnswer(Promise.reject(new Error('gone'))).catch(() => undefined);
    expect(act).not.toHaveBeenCalled();
    await watchForAnswer(Promise.resolve('another'));
    expect(act).toHaveBeenCalledTimes(1);
    end();
    heardFromServer();
    expect(act).toHaveBeenCalledTimes(1);
  });
});
