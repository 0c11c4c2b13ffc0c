import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RecheckTimer } from './recheck-timer.js';

describe('The rights of an open page', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** The number of checks of this many pages in a minute, after each was checked once. */
  function checksInAMinute(pages: number, isTold: boolean): number {
    let checks = 0;
    const timers = Array.from({ length: pages }, () => {
      const timer = new RecheckTimer({ isTold }, () => {
        checks += 1;
        timer.start({ checkedAt: performance.now(), expiresAt: null });
      });
      timer.start({ checkedAt: performance.now(), expiresAt: null });
      return timer;
    });
    jest.advanceTimersByTime(60_000);
    for (const timer of timers) timer.stop();
    return checks;
  }

  it('are checked less than 50 times a second for 1,000 idle pages, while changes are told', () => {
    const perSecond = checksInAMinute(1_000, true) / 60;
    expect(perSecond).toBeLessThan(50);
    expect(perSecond).toBeGreaterThan(1_000 / 35);
  });

  it('are checked every two seconds while nothing can be told', () => {
    expect(checksInAMinute(1, false)).toBe(30);
  });

  it('are checked soon after a join, which may have read what was so before', () => {
    const check = jest.fn();
    new RecheckTimer({ isTold: true }, check).start({ expiresAt: null });
    jest.advanceTimersByTime(2_000);
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('are checked at the end of the token', () => {
    const check = jest.fn();
    const timer = new RecheckTimer({ isTold: true }, check);
    timer.start({ checkedAt: performance.now(), expiresAt: Date.now() + 3_500 });
    jest.advanceTimersByTime(3_499);
    expect(check).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('are checked no more when it is stopped', () => {
    const check = jest.fn();
    const timer = new RecheckTimer({ isTold: false }, check);
    timer.start({ expiresAt: null });
    timer.stop();
    jest.advanceTimersByTime(60_000);
    expect(check).not.toHaveBeenCalled();
    expect(timer.isRunning).toBe(false);
  });
});
