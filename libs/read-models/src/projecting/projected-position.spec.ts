import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PositionTracker } from './projected-position.js';

describe('A request that waits for a position', () => {
  let projected: number | null;
  let reads: number;
  let tracker: PositionTracker;
  beforeEach(() => {
    jest.useFakeTimers();
    projected = 5;
    reads = 0;
    tracker = new PositionTracker(() => {
      reads++;
      return Promise.resolve(projected);
    });
  });
  afterEach(() => void jest.useRealTimers());

  it('reads nothing when a notification answers it', async () => {
    tracker.report(5);
    expect(await tracker.reach(5, 2_000)).toBe(true);
    const waiting = tracker.reach(6, 2_000);
    tracker.report(6);
    expect(await waiting).toBe(true);
    expect(reads).toBe(0);
  });

  it('is answered by one read after a second when its notification was lost', async () => {
    tracker.report(5);
    const waiting = tracker.reach(6, 10_000);
    projected = 6;
    await jest.advanceTimersByTimeAsync(990);
    expect(reads).toBe(0);
    await jest.advanceTimersByTimeAsync(20);
    expect(await waiting).toBe(true);
    expect(reads).toBe(1);
  });

  it('is answered at its own deadline after one more read, beside others that wait for longer', async () => {
    tracker.report(5);
    const longer = tracker.reach(6, 10_000);
    const inTime = async () => {
      const waiting = tracker.reach(6, 20);
      await jest.advanceTimersByTimeAsync(30);
      return waiting;
    };
    expect(await inTime()).toBe(false);
    expect(reads).toBe(1);
    projected = 6;
    expect(await inTime()).toBe(true);
    expect(await longer).toBe(true);
    expect(reads).toBe(2);
  });

  it('polls as soon as notifications stop', async () => {
    tracker.report(5);
    const waiting = tracker.reach(6, 10_000);
    projected = 6;
    tracker.report(null);
    await jest.advanceTimersByTimeAsync(20);
    expect(await waiting).toBe(true);
  });

  it('polls while no read model is active yet', async () => {
    projected = null;
    const waiting = tracker.reach(1, 10_000);
    projected = 1;
    await jest.advanceTimersByTimeAsync(20);
    expect(await waiting).toBe(true);
  });
});
