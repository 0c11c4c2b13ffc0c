import { describe, expect, it } from '@jest/globals';
import { awaitedAfter } from './projection-delay.js';

describe('What the read models are waited for', () => {
  it('is nothing while all of the log is projected', () => {
    expect(awaitedAfter(null, { head: 7, projected: 7, now: 1 })).toBeNull();
  });

  it('is the end of the log at the first look, however much is written after it', () => {
    const awaited = awaitedAfter(null, { head: 9, projected: 7, now: 1_000 });
    expect(awaited).toEqual({ position: 9, since: 1_000 });
    expect(awaitedAfter(awaited, { head: 30, projected: 8, now: 9_000 })).toBe(awaited);
  });

  it('is a later end once that one is projected: a busy log is not late', () => {
    expect(awaitedAfter({ position: 9, since: 1_000 }, { head: 30, projected: 9, now: 9_000 })).toEqual({
      position: 30,
      since: 9_000,
    });
    expect(awaitedAfter({ position: 9, since: 1_000 }, { head: 30, projected: 30, now: 9_000 })).toBeNull();
  });
});
