import { beforeEach, describe, expect, it } from '@jest/globals';
import { PositionTracker } from './projected-position.js';

describe('A request that waits for a position', () => {
  let projected: number | null;
  let reads: number;
  let tracker: PositionTracker;
  beforeEach(() => {
    projected = 5;
    reads = 0;
    tracker = new PositionTracker(() => {
      reads++;
      return Promise.resolve(projected);
    });
  });

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
    const began = performance.now();
    const waiting = tracker.reach(6, 10_000);
    projected = 6;
    expect(await waiting).toBe(true);
    expect(performance.now() - began).toBeGreaterThanOrEqual(900);
    expect(reads).toBe(1);
  });

  it('is answered at its own deadline after one more read, beside others that wait for longer', async () => {
    tracker.report(5);
    const longer = tracker.reach(6, 10_000);
    expect(await tracker.reach(6, 20)).toBe(false);
    expect(reads).toBe(1);
    projected = 6;
    expect(await tracker.reach(6, 20)).toBe(true);
    expect(await longer).toBe(true);
    expect(reads).toBe(2);
  });

  it('polls as soon as notifications stop', async () => {
    tracker.report(5);
    const began = performance.now();
    const waiting = tracker.reach(6, 10_000);
    projected = 6;
    tracker.report(null);
    expect(await waiting).toBe(true);
    expect(performance.now() - began).toBeLessThan(900);
  });

  it('polls while no read model is active yet', async () => {
    projected = null;
    const waiting = tracker.reach(1, 10_000);
    projected = 1;
    expect(await waiting).toBe(true);
  });
});
