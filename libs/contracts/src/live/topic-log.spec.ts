import { describe, expect, it } from '@jest/globals';
import type { Change } from '../live.contract.js';
import { changesAfter, extendLog, startLog } from './topic-log.js';

const at = (position: number, epoch = 'e1') => ({ epoch, position });
const change = (position: number, key = `row-${position}`): Change => ({
  position,
  key,
  row: { position },
  at: '2026-11-19T16:20:00Z',
});
const positions = (changes: readonly Change[] | null) => changes?.map(({ position }) => position);

describe('Topic log', () => {
  it('has the changes after a snapshot', () => {
    const log = extendLog(startLog(at(10)), at(13), [change(11), change(12), change(13)]);
    expect(positions(changesAfter(log, at(11)))).toEqual([12, 13]);
    expect(positions(changesAfter(log, at(13)))).toEqual([]);
  });

  it('ignores repeated changes', () => {
    const once = extendLog(startLog(at(10)), at(12), [change(11), change(12)]);
    expect(extendLog(once, at(12), [change(11), change(12)])).toEqual(once);
  });

  it('sorts changes by position', () => {
    const log = extendLog(startLog(at(10)), at(12), [change(12), change(11)]);
    expect(positions(changesAfter(log, at(10)))).toEqual([11, 12]);
  });

  it('keeps the latest change of a row', () => {
    const log = extendLog(extendLog(startLog(at(10)), at(11), [change(11, 'a')]), at(13), [
      change(12, 'b'),
      change(13, 'a'),
    ]);
    expect(positions(changesAfter(log, at(10)))).toEqual([12, 13]);
  });

  it('moves on when nothing changed', () => {
    expect(extendLog(startLog(at(10)), at(40), []).upTo).toBe(40);
  });

  it('starts again in another epoch', () => {
    const log = extendLog(startLog(at(10)), at(3, 'e2'), [change(2)]);
    expect(log).toEqual(startLog(at(3, 'e2')));
    expect(changesAfter(log, at(10))).toBeNull();
  });

  it('does not cover a snapshot from before its start', () => {
    expect(changesAfter(startLog(at(10)), at(9))).toBeNull();
  });

  it('drops the oldest of too many rows, and then does not cover them', () => {
    const many = Array.from({ length: 5003 }, (_, index) => change(11 + index));
    const log = extendLog(startLog(at(10)), at(5013), many);
    expect(log.changes).toHaveLength(5000);
    expect(changesAfter(log, at(10))).toBeNull();
    expect(changesAfter(log, at(13))).toHaveLength(5000);
  });
});
