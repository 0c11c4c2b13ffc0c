import { describe, expect, it } from '@jest/globals';
import { nextOf } from './next-in-queue.js';

const task = (n: number, assignee: string | null = null) => ({
  taskId: `1-${n}`,
  assignee: assignee === null ? null : { userId: assignee, name: assignee },
  onHold: null,
});
const walk = [1, 2, 3, 4].map((n) => task(n));
const nextAfter = (n: number, waiting: Parameters<typeof nextOf>[0]['waiting']) =>
  nextOf({ taskId: `1-${n}`, userId: 'me', walk, waiting })?.taskId;

describe('The next task of a queue', () => {
  it('is the one after the present one, not the first', () => {
    expect(nextAfter(2, [task(1), task(3), task(4)])).toBe('1-3');
  });

  it('is not one that another person has, that is on hold, or that left the queue', () => {
    const onHold = { ...task(3), onHold: { until: '2026-12-01' } };
    expect(nextAfter(2, [task(1), onHold, task(4)])).toBe('1-4');
    expect(nextAfter(2, [task(1), task(3, 'other'), task(4, 'me')])).toBe('1-4');
    expect(nextAfter(2, [task(1), task(4)])).toBe('1-4');
  });

  it('is the first after the last one, and for a task that the queue did not have', () => {
    expect(nextAfter(4, [task(1), task(2)])).toBe('1-1');
    expect(nextAfter(9, [task(1), task(2)])).toBe('1-1');
  });

  it('is none if the person may work on none', () => {
    expect(nextAfter(1, [task(1), task(2, 'other')])).toBeUndefined();
  });
});
