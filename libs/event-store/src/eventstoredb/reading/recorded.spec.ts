import { describe, expect, it } from '@jest/globals';
import { fromPosition, startAt, toPosition } from './recorded.js';

describe('A position of EventStoreDB', () => {
  it('converts to one number and back, and 0 is before everything', () => {
    expect(toPosition(fromPosition(1_234_567))).toBe(1_234_567);
    expect(startAt(1_234_567)).toEqual({ commit: 1_234_567n, prepare: 1_234_567n });
    expect(startAt(0)).toBe('start');
  });

  it.each([
    ['whose halves differ', { commit: 8n, prepare: 7n }],
    ['that no number holds', { commit: 2n ** 53n, prepare: 2n ** 53n }],
  ])('%s is refused: the log could not be resumed from it', (_, position) => {
    expect(() => toPosition(position)).toThrow(RangeError);
  });
});
