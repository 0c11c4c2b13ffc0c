import { describe, expect, it } from '@jest/globals';
import { ScannedPosition } from './scanned-position.js';

const live = (commit: number) => ({ commit: BigInt(commit), prepare: BigInt(commit) });
const place = (commit: number) => ({ commit: BigInt(commit), prepare: 0n });

describe('What the checkpoints of EventStoreDB prove', () => {
  it.each([
    ['nothing, the first of all', [place(0)], 0],
    ['nothing of the place that a catch-up has come to', [place(0), place(100)], 0],
    ['a place, once the next one is reached', [place(0), place(100), place(200)], 100],
    ['nothing new by the same place again', [place(100), place(100)], 0],
    ['an event that was read', [place(100), live(150)], 150],
    ['no less after it', [place(100), live(150), place(180)], 150],
    ['no less when one comes late', [live(300), live(200), place(100), place(150)], 300],
  ])('%s', (_, checkpoints, passed) => {
    const scanned = new ScannedPosition();
    for (const checkpoint of checkpoints) scanned.reach(checkpoint);
    expect(scanned.passed).toBe(passed);
  });

  it.each([
    ['whose halves differ', { commit: 8n, prepare: 7n }],
    ['that no number holds', { commit: 2n ** 53n, prepare: 0n }],
  ])('a checkpoint %s is refused', (_, checkpoint) => {
    expect(() => new ScannedPosition().reach(checkpoint)).toThrow(RangeError);
  });
});
