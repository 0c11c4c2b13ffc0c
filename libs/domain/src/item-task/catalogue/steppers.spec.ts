import { describe, expect, it } from '@jest/globals';
import { type CurrentTask, statusesOf, statusOf, steppersOf, type TaskWithItems } from './steppers.js';
import { TASK_CATALOGUE, type TaskName, taskRow } from './task-catalogue.js';

const inTask = (name: TaskName, completedDate: string | null = null): CurrentTask => ({
  id: `1-${name}`,
  name,
  department: taskRow(name).department,
  completedDate,
});
const stopped = (completedDate: string | null): CurrentTask => ({
  id: '1-0',
  name: 'Stopped',
  department: null,
  completedDate,
});
/** The items were in every task. */
const EVERY_TASK: readonly TaskWithItems[] = TASK_CATALOGUE.map(({ task }) => ({ task, itemIds: [1, 2, 3] }));
const items = (...tasks: (CurrentTask | null)[]) => tasks.map((currentTask, index) => ({ id: index + 1, currentTask }));
const marks = (currentTask: CurrentTask | null, tasks = EVERY_TASK) =>
  steppersOf(items(currentTask), tasks).map(({ steps }) => steps.map(({ status }) => status).join(' '));

describe('Steppers', () => {
  it('are one for each group of items in the same task', () => {
    const groups = steppersOf(items(inTask('Log CMN'), inTask('Shipped'), inTask('Log CMN')), EVERY_TASK);
    expect(groups.map(({ task, taskId, itemIds }) => ({ task, taskId, itemIds }))).toEqual([
      { task: 'Log CMN', taskId: '1-Log CMN', itemIds: [1, 3] },
      { task: 'Shipped', taskId: '1-Shipped', itemIds: [2] },
    ]);
  });

  it('show what is done, current and waiting', () => {
    expect(marks(inTask('Submit Authorization'))).toEqual(['done done current waiting waiting waiting']);
  });

  it('show what was skipped: no item of the group was in a task of that step', () => {
    const been = (...tasks: TaskName[]) => tasks.map((task) => ({ task, itemIds: [1] }));
    const dropship = inTask('Ready for Dropship');
    const contacted = been('Create Patient', 'Patient Contact 1st', 'Select Items');
    expect(marks(dropship, contacted)).toEqual(['done done skipped current waiting waiting']);
    expect(marks(dropship, [...contacted, { task: 'Log CMN', itemIds: [2] }])).toEqual([
      'done done skipped current waiting waiting',
    ]);
    expect(marks(dropship, [...contacted, ...been('Log CMN', 'Ready for Dropship')])).toEqual([
      'done done done current waiting waiting',
    ]);
    expect(marks(inTask('Delivered', '2026-11-21T00:00:00Z'), been('Create Patient'))).toEqual([
      'done skipped skipped skipped skipped done',
    ]);
    expect(marks(null, [])).toEqual(['current waiting waiting waiting waiting waiting']);
  });

  it('name the task under its step only when the step does not', () => {
    const [contact, shipped] = steppersOf(items(inTask('Patient Contact 2nd'), inTask('Shipped')), EVERY_TASK);
    expect([contact?.label, shipped?.label]).toEqual(['Patient Contact 2nd', null]);
  });

  it('are done to the end when delivered', () => {
    expect(marks(inTask('Delivered'))).toEqual(['done done done done done current']);
    expect(marks(inTask('Delivered', '2026-11-21T00:00:00Z'))).toEqual(['done done done done done done']);
  });

  it('begin at Create Patient before the first task is opened', () => {
    expect(steppersOf(items(null), EVERY_TASK)).toMatchObject([{ task: 'Create Patient', taskId: null, label: null }]);
    expect(marks(null)).toEqual(['current waiting waiting waiting waiting waiting']);
  });

  it('begin at Select Items for an item that was added after the first task was opened', () => {
    expect(steppersOf(items(inTask('Log CMN'), null), EVERY_TASK)).toMatchObject([
      { task: 'Log CMN' },
      { task: 'Select Items', taskId: null, label: 'Select Items' },
    ]);
    expect(statusesOf(items(inTask('Log CMN'), null))).toEqual(['Pending CMN Review', 'Pending Item Selection']);
  });

  it('leave out what was removed from the order', () => {
    const removed = { id: 2, currentTask: null, deleted: true };
    expect(steppersOf([...items(inTask('Shipped')), removed], EVERY_TASK)).toMatchObject([{ itemIds: [1] }]);
    expect(statusOf([...items(inTask('Shipped')), removed])).toBe('Shipped');
  });

  it('show Stopped and Canceled for what goes no further, apart', () => {
    const groups = steppersOf(items(stopped(null), stopped('2026-11-21T00:00:00Z')), EVERY_TASK);
    expect(groups.map(({ steps }) => steps)).toEqual([
      [
        { label: 'Stopped', status: 'current' },
        { label: 'Canceled', status: 'waiting' },
      ],
      [
        { label: 'Stopped', status: 'done' },
        { label: 'Canceled', status: 'current' },
      ],
    ]);
    expect(groups.every((group) => group.stopped && group.taskId === null)).toBe(true);
  });
});

describe('Status of a referral', () => {
  it('is the one that its items share', () => {
    expect(statusOf(items(inTask('Patient Contact 1st'), inTask('Patient Contact 3rd')))).toBe(
      'Pending Patient Contact',
    );
    expect(statusOf(items(null))).toBe('Pending Patient Creation');
    expect(statusOf(items(stopped(null)))).toBe('Stopped');
    expect(statusOf(items(stopped('2026-11-21T00:00:00Z')))).toBe('Canceled');
  });

  it('is Multiple Statuses when they differ, and each is known', () => {
    const mixed = items(inTask('Shipped'), stopped(null), inTask('Shipped'));
    expect(statusOf(mixed)).toBe('Multiple Statuses');
    expect(statusesOf(mixed)).toEqual(['Shipped', 'Stopped']);
  });
});
