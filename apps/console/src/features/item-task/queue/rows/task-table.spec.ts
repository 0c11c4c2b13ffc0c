import { describe, expect, it } from '@jest/globals';
import type { TaskQueueRow } from '@throughline/contracts';
import { replaceEqualDeep } from '@tanstack/react-query';
import { rowProps } from '../../../../ui/tables/data-table.js';
import { liveTasks, type ShownRow } from './live-rows.js';
import { queueViewOf } from '../queue-view.js';
import { aRow } from './task-queue-row.testing.js';
import { TASK_ROWS } from './task-table.js';

const view = queueViewOf(new URLSearchParams());
const me = { userId: 'me', now: Date.parse('2026-11-19T18:00:00Z') };
const read = () => ['26325-1', '777-1', '888-1'].map((taskId) => aRow({ taskId }));
const taken = () => aRow({ taskId: '777-1', assignee: { userId: 'u2', name: 'Kofi Osei' } });
const columns = [{ id: 'task', header: 'Task', cell: () => null }];

describe('The table of the queue', () => {
  it('renders one row for one change: the others have the props that they had', () => {
    const shown = (...changes: readonly TaskQueueRow[]) =>
      liveTasks(read(), changes.map((row) => ({ key: row.taskId, row })), view, me).shown; // prettier-ignore
    const first = shown();
    const second = replaceEqualDeep(first, shown(taken()));
    const third = replaceEqualDeep(second, shown(taken(), aRow({ taskId: '999-1' })));
    expect(renderedAgain(first, second)).toEqual(['777-1']);
    expect(renderedAgain(second, third)).toEqual([]);
  });
});

/** The ids of the rows whose props have changed. */
function renderedAgain(before: readonly ShownRow[], after: readonly ShownRow[]): readonly string[] {
  const props = (row: ShownRow) => Object.entries(rowProps(row, { ...TASK_ROWS, columns }));
  return after
    .filter((row, n) => props(row).some(([, value], i) => !Object.is(value, props(before[n]!)[i]![1])))
    .map(({ row }) => row.taskId);
}
