import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { KeyedQueue } from './keyed-queue.js';

describe('Callers of one name', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const queue = new KeyedQueue();
  let running: number;
  let most: number;
  let finished: number[];
  const working = (no: number, ms: number) => () =>
    queue.run('stream', async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, ms));
      running--;
      finished.push(no);
    });
  beforeEach(() => {
    [running, most, finished] = [0, 0, []];
  });
  const callers = (count: number, ms: number) => Array.from({ length: count }, (_, no) => working(no, ms)());

  it('work one after the other, in their order, however long the line is', async () => {
    const all = callers(200, 500);
    await jest.advanceTimersByTimeAsync(200 * 500);
    await Promise.all(all);
    expect(most).toBe(1);
    expect(finished).toEqual(Array.from({ length: 200 }, (_, no) => no));
  });

  it('begin when one of them hangs, and take turns again after it', async () => {
    const hanging = working(-1, 60_000)();
    const others = callers(20, 500);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(finished).toHaveLength(20);
    await jest.advanceTimersByTimeAsync(60_000);
    await Promise.all([hanging, ...others]);

    most = 0;
    const later = callers(20, 500);
    await jest.advanceTimersByTimeAsync(20 * 500);
    await Promise.all(later);
    expect(most).toBe(1);
  });

  it('do not wait for callers of another name, and a failure ends a turn', async () => {
    const hanging = working(-1, 1_000)();
    await expect(queue.run('other', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    await expect(queue.run('other', () => Promise.resolve('done'))).resolves.toBe('done');
    await jest.advanceTimersByTimeAsync(1_000);
    await hanging;
  });
});
