import { describe, expect, it } from '@jest/globals';
import { undoneTasks } from './undone-tasks.js';

const at = (minute: number) => `2026-11-20T18:${String(minute).padStart(2, '0')}:00.000Z`;
const task = (n: number, completed: number | null) => ({
  taskId: `1-${n}`,
  completedAt: completed === null ? null : at(completed),
});
const outcome = (n: number, recorded: number, undone: number | null = null) => ({
  taskId: `1-${n}`,
  recordedAt: at(recorded),
  undoneAt: undone === null ? null : at(undone),
});

describe('The undone tasks of a case', () => {
  it('are the task that the outcome completed, and the one that it opened', () => {
    const undone = undoneTasks([task(1, 1), task(2, 2), task(3, null)], [outcome(1, 1, 2)]);
    expect([...undone]).toEqual([
      ['1-1', at(2)],
      ['1-2', at(2)],
    ]);
  });

  it('leave, after forty undos, what there was before', () => {
    const nth = Array.from({ length: 40 }, (_, n) => n);
    const tasks = nth.flatMap((n) => [task(2 * n + 1, 20), task(2 * n + 2, 21)]);
    const outcomes = nth.map((n) => outcome(2 * n + 1, 20, 21));
    expect(undoneTasks([...tasks, task(81, null)], outcomes).size).toBe(80);
  });

  it('are none while every outcome stands', () => {
    expect(undoneTasks([task(1, 1), task(2, null)], [outcome(1, 1)]).size).toBe(0);
    expect(undoneTasks([task(1, 1)], []).size).toBe(0);
  });

  it('are none of those that go on: the task that is open, and one whose items came back to it', () => {
    expect([...undoneTasks([task(1, null), task(2, 2)], [outcome(1, 1, 2)]).keys()]).toEqual(['1-2']);
  });

  it('are none of those with an outcome that stands, nor of those that a stop completed later', () => {
    const outcomes = [outcome(1, 1, 2), outcome(1, 3)];
    expect([...undoneTasks([task(1, 3), task(2, 2)], outcomes).keys()]).toEqual(['1-2']);
    expect([...undoneTasks([task(1, 5), task(2, 2)], [outcome(1, 1, 2)]).keys()]).toEqual(['1-2']);
  });
});
