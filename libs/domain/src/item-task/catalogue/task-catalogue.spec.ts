import { describe, expect, it } from '@jest/globals';
import { stepOfStatus, turnOfStatus } from './status-steps.js';
import {
  RECERT_CATALOGUE,
  RECERT_STEPS,
  STEPS,
  TASK_CATALOGUE,
  TASK_NAMES,
  type TaskName,
  taskRow,
  turnIn,
} from './task-catalogue.js';

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

  it('has a step for each status of a task, and none for the others', () => {
    expect(['Pending Patient Creation', 'Backordered', 'Delivered'].map(stepOfStatus)).toEqual([0, 3, 5]);
    expect(['Stopped', 'Canceled', 'toString'].map(stepOfStatus)).toEqual([null, null, null]);
  });

  it('has the turn of a status for each task that gives it, and none for the others', () => {
    const otherwise = TASK_CATALOGUE.filter(({ task, status }) => turnOfStatus(status) !== turnIn(task));
    expect(otherwise).toEqual([]);
    expect(['Stopped', 'Multiple Statuses', 'toString'].map(turnOfStatus)).toEqual([null, null, null]);
  });

  it('throws for a name that was never in it', () => {
    expect(() => taskRow('Recert Delivery' as TaskName)).toThrow('Recert Delivery');
  });

  it('says whose turn it is in each task but the last', () => {
    expect(TASK_NAMES.filter((name) => turnIn(name) === null)).toEqual(['Delivered']);
    expect(['Patient Contact 3rd', 'Recert Physician Paperwork 1st', 'Submit Authorization', 'Log CMN'].map((name) => turnIn(name as TaskName))).toEqual(['member', 'physician', 'plan', 'us']); // prettier-ignore
  });
});
