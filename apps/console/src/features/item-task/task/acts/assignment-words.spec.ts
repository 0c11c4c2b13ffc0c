import { describe, expect, it } from '@jest/globals';
import { doneAndChangedSince } from '@throughline/domain';
import { assignedInWords, becameInWords, refusalOf, submitLabelOf, titleOf } from './assignment-words.js';

describe('What became of tasks that were to be assigned', () => {
  const of = { to: 'Priya Nair', holder: 'Minh Tran' };
  const given = { ...of, taskId: '1', assigned: true };
  const overtaken = { ...of, taskId: '2', assigned: false, code: 'item-task/changed-meanwhile', message: 'Held.' };
  const undone = {
    ...of,
    taskId: '3',
    assigned: false,
    code: 'request/changed-since',
    message: doneAndChangedSince('Nov 28', null),
  };
  const over = { ...of, taskId: '4', assigned: false, code: 'item-task/completed', message: 'It is completed.' };

  it('is not reported as failed if some tasks were assigned, even in an earlier attempt', () => {
    expect(titleOf([given, overtaken], false)).toBe('Not all tasks were assigned');
    expect(titleOf([overtaken, over], false)).toBe('No task was assigned');
    expect(titleOf([undone], true)).toBe('The task has changed hands since');
    expect(titleOf([over], true)).toBe('The task was not assigned');
  });

  it('states how many tasks are left, and that those which changed meanwhile can be assigned anyway', () => {
    expect(refusalOf([])).toBeNull();
    expect(refusalOf([given])).toBeNull();
    expect(refusalOf([given, overtaken, undone])?.message).toBe(
      '2 of 3 tasks were not assigned. Press “Assign all the same” to assign them.',
    );
    expect(refusalOf([given, over])?.message).toBe('1 of 2 tasks was not assigned.');
    expect(refusalOf([undone])?.message).toBe(
      'You did this on Nov 28. It was changed since then. It is assigned to Minh Tran now. Press “Assign all the same” to assign it.',
    );
  });

  it('gives the button another label if sending again takes tasks over', () => {
    expect([[], [given], [given, over]].map(submitLabelOf)).toEqual(['Assign', 'Assign', 'Assign']);
    expect([[undone], [given, overtaken]].map(submitLabelOf)).toEqual(['Assign all the same', 'Assign all the same']);
  });

  it('is reported for each task, and the announcement names a few of them', () => {
    expect(becameInWords(given)).toBe('assigned to Priya Nair.');
    expect(becameInWords(over)).toBe('It is completed.');
    expect(assignedInWords(['A', 'B'], 'Priya Nair')).toBe('2 tasks assigned to Priya Nair: A; B');
    expect(assignedInWords(['A', 'B', 'C', 'D'], 'Priya Nair')).toBe('4 tasks assigned to Priya Nair');
  });
});
