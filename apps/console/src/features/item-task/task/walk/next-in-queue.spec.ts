import { describe, expect, it } from '@jest/globals';
import { endOf, extended, nextOf } from './next-in-queue.js';

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

describe('A walk through a long queue', () => {
  const tasks = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => task(from + n));
  const numbers = (rows: readonly { readonly taskId: string }[]) => rows.map(({ taskId }) => Number(taskId.slice(2)));
  const begun = { rows: tasks(1, 100), first: 0, last: 0, rowCount: 250 };

  it('goes on near an end that was not read, and nowhere else', () => {
    expect([0, 1, 50, 97, 98, 99].map((at) => endOf(begun, at))).toEqual([null, null, null, null, 'after', 'after']);
    expect(endOf({ ...begun, rowCount: 100 }, 99)).toBeNull();
    const inside = { ...begun, first: 1, last: 1 };
    expect([0, 1, 2, 98].map((at) => endOf(inside, at))).toEqual(['before', 'before', null, 'after']);
  });

  it('misses no task although forty left the queue meanwhile, and has none twice', () => {
    // The first forty are done: what was the second block begins in the first one.
    const read = { rows: [...tasks(41, 140), ...tasks(141, 240)], rowCount: 210 };
    const { rows, ...rest } = extended(begun, 'after', read);
    expect(numbers(rows)).toEqual(numbers(tasks(1, 240)));
    expect(rest).toEqual({ first: 0, last: 1, rowCount: 250 });
    expect(endOf({ rows, ...rest }, 239)).toBe('after');
  });

  it('counts no more than there are once it has the last block', () => {
    const whole = extended(begun, 'after', { rows: tasks(1, 150), rowCount: 150 });
    expect(whole.rowCount).toBe(150);
    expect(endOf(whole, 149)).toBeNull();
  });

  it('begins with the block of a later page, and has the one before in front', () => {
    const inside = { rows: tasks(101, 200), first: 1, last: 1, rowCount: 250 };
    const { rows, first } = extended(inside, 'before', { rows: tasks(1, 100), rowCount: 250 });
    expect([numbers(rows), first]).toEqual([numbers(tasks(1, 200)), 0]);
  });
});
