import { describe, expect, it } from '@jest/globals';
import {
  delayMs,
  FORGOTTEN_AFTER_MS,
  isYetToCome,
  LOCK_AT_FAILURES,
  MAX_COUNTED_FAILURES,
  stillCounted,
} from './sign-in-delay.js';

const HOUR_MS = 3_600_000;

describe('The delay of an answer', () => {
  it('is zero for the first failures, then doubles up to half a minute', () => {
    const seconds = [1, 4, 4.1, 5, 6, 7, 9, 10, 1000].map((failures) => delayMs(failures) / 1000);
    expect(seconds).toEqual([0, 0, 1, 1, 2, 4, 16, 30, 30]);
  });
});

describe('Failures', () => {
  it('are counted up to the longest delay, and up to the lock', () => {
    expect([delayMs(MAX_COUNTED_FAILURES), delayMs(MAX_COUNTED_FAILURES - 1)]).toEqual([30_000, 16_000]);
    expect(stillCounted(MAX_COUNTED_FAILURES, FORGOTTEN_AFTER_MS)).toBe(0);
    expect(MAX_COUNTED_FAILURES).toBe(LOCK_AT_FAILURES);
  });

  it('are forgotten one after another, however often they are read', () => {
    let failures = 10;
    for (let minute = 0; minute < 60; minute++) failures = stillCounted(failures, HOUR_MS / 60);
    expect(failures).toBeCloseTo(6);
  });

  it('do not increase when the clock is set back', () => {
    expect(stillCounted(3, -HOUR_MS)).toBe(3);
  });
});

describe('A lock', () => {
  const at = new Date('2026-11-22T12:00:00Z');
  const after = (seconds: number) => new Date(at.getTime() + seconds * 1000);

  it('lasts until its end', () => {
    expect([60, 1, 0, -5].map((seconds) => isYetToCome(after(seconds), at, 60_000))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('that was set before the clock was set back by an hour is over', () => {
    expect(isYetToCome(after(3_600 + 60), at, 60_000)).toBe(false);
  });
});
