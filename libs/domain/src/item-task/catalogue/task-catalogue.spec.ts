import { describe, expect, it } from '@jest/globals';
import { RECERT_CATALOGUE, RECERT_STEPS, STEPS, TASK_CATALOGUE, type TaskName, taskRow } from './task-catalogue.js';

describe('Task catalogue', () => {
  it('finds every task by its name', () => {
    const rows = [...TASK_CATALOGUE, ...RECERT_CATALOGUE];
    expect(rows.map(({ task }) => taskRow(task))).toEqual(rows);
  });

  it.each([
    [TASK_CATALOGUE, STEPS],
    [RECERT_CATALOGUE, RECERT_STEPS],
  ])('has a task for every step, in the order of the steps', (catalogue, labels) => {
    const steps = catalogue.map(({ step }) => step);
    expect([...new Set(steps)]).toEqual([...labels.keys()]);
    expect([...steps].sort()).toEqual(steps);
  });

  it('throws for a name that was never in it', () => {
    expect(() => taskRow('Recert Delivery' as TaskName)).toThrow('Recert Delivery');
  });
});
