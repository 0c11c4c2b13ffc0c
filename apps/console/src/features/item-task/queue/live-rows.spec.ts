import { describe, expect, it } from '@jest/globals';
import { applyChanges, pendingUpdates, startRows } from './live-rows.js';
import { queueViewOf } from './queue-view.js';
import { aRow } from './task-queue-row.testing.js';

const view = queueViewOf(new URLSearchParams('state=AZ'));
const me = { userId: 'me', now: Date.parse('2026-11-19T18:00:00Z') };
const [first, second] = [aRow(), aRow({ taskId: '777-1', referralId: '777' })];
const page = startRows([first, second]);
const changed = (row: ReturnType<typeof aRow>) => ({ key: row.taskId, row });
const taken = { ...first, assignee: { userId: 'u2', name: 'Kofi Osei' } };

describe('Live rows of the queue', () => {
  it('stay where they are, marked, when they belong elsewhere', () => {
    const after = applyChanges(page, [changed(taken)], view, me);
    expect(after.shown.map(({ row, changed, left }) => [row.taskId, changed, left])).toEqual([
      ['26325-1', true, 'Taken by Kofi Osei'],
      ['777-1', false, null],
    ]);
    expect(pendingUpdates(after)).toBe(1);
  });

  it('wait to be shown when they are new here', () => {
    const after = applyChanges(page, [changed(aRow({ taskId: '888-1' }))], view, me);
    expect(after.shown).toEqual(page.shown);
    expect(pendingUpdates(after)).toBe(1);
  });

  it('are not promised when the filters leave them out, or when they have gone again', () => {
    const elsewhere = aRow({ taskId: '888-1', memberState: 'VA' });
    expect(pendingUpdates(applyChanges(page, [changed(elsewhere)], view, me))).toBe(0);
    const arrived = applyChanges(page, [changed(aRow({ taskId: '888-1' }))], view, me);
    const gone = aRow({ taskId: '888-1', completedAt: '2026-11-19T17:00:00Z' });
    expect(pendingUpdates(applyChanges(arrived, [changed(gone)], view, me))).toBe(0);
  });

  it('are the latest of several changes, and come back when the change is undone', () => {
    const after = applyChanges(
      page,
      [changed(taken), changed({ ...first, stepSince: '2026-11-19T17:59:00Z' })],
      view,
      me,
    );
    expect(after.shown[0]).toMatchObject({ changed: true, left: null });
    expect(pendingUpdates(after)).toBe(1);
  });

  it('say nothing of what is known already', () => {
    const after = applyChanges(page, [changed(first)], view, me);
    expect(after.shown[0]).toBe(page.shown[0]);
    expect(pendingUpdates(after)).toBe(0);
  });
});
