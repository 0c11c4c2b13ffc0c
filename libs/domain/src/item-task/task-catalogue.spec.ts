import { describe, expect, it } from '@jest/globals';
import { STEPS, TASK_CATALOGUE, type TaskName, taskRow } from './task-catalogue.js';

describe('Task catalogue', () => {
  it('finds every task by its name', () => {
    expect(TASK_CATALOGUE.map(({ task }) => taskRow(task))).toEqual([...TASK_CATALOGUE]);
  });

  it('has a task for every step, in the order of the steps', () => {
    const steps = TASK_CATALOGUE.map(({ step }) => step);
    expect([...new Set(steps)]).toEqual([...STEPS.keys()]);
    expect([...steps].sort()).toEqual(steps);
  });

  it('throws for a name that was never in it', () => {
    expect(() => taskRow('Recert Review' as TaskName)).toThrow('Recert Review');
  });
});
