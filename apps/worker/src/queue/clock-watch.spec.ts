import { describe, expect, it } from '@jest/globals';
import { ClockWatch } from './clock-watch.js';

const HOUR = 3_600_000;

function watched() {
  const now = { wall: 1_000 * HOUR, elapsed: 5 };
  const reported: number[] = [];
  const watch = new ClockWatch((ms) => void reported.push(ms), { wall: () => now.wall, elapsed: () => now.elapsed });
  /** Lets `ms` milliseconds pass, and then moves the wall clock by `set`. */
  const later = (ms: number, set = 0) => {
    now.elapsed += ms;
    now.wall += ms + set;
    watch.look();
  };
  return { reported, later };
}

describe('A clock', () => {
  it('that runs on, or drifts, is not reported, however long the process was suspended', () => {
    const { reported, later } = watched();
    later(1_000);
    later(1_000, -50);
    later(5 * HOUR);
    expect(reported).toEqual([]);
  });

  it('that is set back is reported once', () => {
    const { reported, later } = watched();
    later(1_000, -HOUR);
    later(1_000);
    expect(reported).toEqual([HOUR]);
  });

  it('that is set forward and back is reported when it is set back', () => {
    const { reported, later } = watched();
    later(1_000, HOUR);
    expect(reported).toEqual([]);
    later(1_000, -HOUR);
    expect(reported).toEqual([HOUR]);
  });
});
