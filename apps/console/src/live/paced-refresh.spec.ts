import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pacedRefresh } from './paced-refresh.js';

/** Longer than any pause with its jitter. */
const LONG_MS = 10_000;

function setUp() {
  const listeners: (() => void)[] = [];
  const page = {
    hidden: false,
    addEventListener: (_: string, listener: () => void) => void listeners.push(listener),
    removeEventListener: () => void listeners.pop(),
  };
  const answers: (() => void)[] = [];
  const read = jest.fn(() => new Promise<void>((resolve) => answers.push(resolve)));
  const refresh = pacedRefresh(read, 1_000, page as unknown as Document);
  return {
    refresh,
    read,
    answer: async () => {
      answers.shift()?.();
      await jest.advanceTimersByTimeAsync(0);
    },
    show: (shown: boolean) => {
      page.hidden = !shown;
      for (const listener of listeners) listener();
    },
  };
}

describe('Reading again after changes', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('does not happen without a change', () => {
    const { read } = setUp();
    jest.advanceTimersByTime(LONG_MS);
    expect(read).not.toHaveBeenCalled();
  });

  it('happens once for several changes, after a pause', () => {
    const { refresh, read } = setUp();
    refresh.call();
    refresh.call();
    expect(read).not.toHaveBeenCalled();
    jest.advanceTimersByTime(LONG_MS);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('waits for the read that is under way, and then happens for what has changed meanwhile', async () => {
    const { refresh, read, answer } = setUp();
    refresh.call();
    jest.advanceTimersByTime(LONG_MS);
    refresh.call();
    jest.advanceTimersByTime(LONG_MS);
    expect(read).toHaveBeenCalledTimes(1);
    await answer();
    jest.advanceTimersByTime(LONG_MS);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('becomes rarer while changes do not stop, and is prompt again after a break', async () => {
    const { refresh, read, answer } = setUp();
    const readsIn = async (seconds: number) => {
      const before = read.mock.calls.length;
      for (let second = 0; second < seconds; second++) {
        refresh.call();
        await jest.advanceTimersByTimeAsync(1_000);
        await answer();
      }
      return read.mock.calls.length - before;
    };
    await readsIn(30);
    expect(await readsIn(60)).toBeLessThanOrEqual(60 / 4);
    await jest.advanceTimersByTimeAsync(LONG_MS);
    await answer();
    await jest.advanceTimersByTimeAsync(LONG_MS);
    expect(await readsIn(2)).toBe(1);
  });

  it('happens soon after an own act, whatever pause is under way, and acts in quick succession share it', async () => {
    const { refresh, read, answer } = setUp();
    refresh.call();
    refresh.callSoon();
    refresh.callSoon();
    jest.advanceTimersByTime(300);
    expect(read).toHaveBeenCalledTimes(1);
    await answer();
    for (let act = 0; act < 10; act++) {
      refresh.callSoon();
      await jest.advanceTimersByTimeAsync(200);
      await answer();
    }
    expect(read.mock.calls.length).toBeLessThanOrEqual(3);
    await jest.advanceTimersByTimeAsync(2_000);
    await answer();
    await jest.advanceTimersByTimeAsync(LONG_MS);
    const before = read.mock.calls.length;
    refresh.callSoon();
    jest.advanceTimersByTime(300);
    expect(read).toHaveBeenCalledTimes(before + 1);
  });

  it('does not happen for what was read in another way meanwhile, but for an own act', () => {
    const { refresh, read } = setUp();
    refresh.call();
    refresh.clear();
    jest.advanceTimersByTime(LONG_MS);
    expect(read).not.toHaveBeenCalled();
    refresh.callSoon();
    refresh.clear();
    jest.advanceTimersByTime(LONG_MS);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('does not happen while the page is hidden, and once when it is shown', () => {
    const { refresh, read, show } = setUp();
    show(false);
    refresh.call();
    jest.advanceTimersByTime(LONG_MS);
    expect(read).not.toHaveBeenCalled();
    show(true);
    show(true);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('ends with its screen', async () => {
    const { refresh, read, answer, show } = setUp();
    refresh.call();
    jest.advanceTimersByTime(LONG_MS);
    refresh.call();
    refresh.stop();
    await answer();
    show(true);
    jest.advanceTimersByTime(LONG_MS);
    expect(read).toHaveBeenCalledTimes(1);
  });
});
