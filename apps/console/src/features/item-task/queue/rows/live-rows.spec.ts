import { describe, expect, it } from '@jest/globals';
import type { Change } from '@throughline/contracts';
import { dueToOwnActs, liveTasks, ownActs, pendingUpdates } from './live-rows.js';
import { queueViewOf } from '../queue-view.js';
import { aRow } from './task-queue-row.testing.js';

const view = queueViewOf(new URLSearchParams('state=AZ'));
const me = { userId: 'me', now: Date.parse('2026-11-19T18:00:00Z') };
const [first, second] = [aRow(), aRow({ taskId: '777-1', referralId: '777' })];
const after = (...changes: readonly ReturnType<typeof aRow>[]) =>
  liveTasks([first, second], changes.map(changed), view, me);
const changed = (row: ReturnType<typeof aRow>) => ({ key: row.taskId, row });
const taken = { ...first, assignee: { userId: 'u2', name: 'Kofi Osei' } };

describe('Live rows of the queue', () => {
  it('stay where they are, marked, when they belong elsewhere', () => {
    const rows = after(taken);
    expect(rows.shown.map(({ row, changed, left }) => [row.taskId, changed, left])).toEqual([
      ['26325-1', true, 'Taken by Kofi Osei'],
      ['777-1', false, null],
    ]);
    expect(pendingUpdates(rows)).toBe(1);
  });

  it('wait to be shown when they are new here', () => {
    const rows = after(aRow({ taskId: '888-1' }));
    expect(rows.shown).toEqual(after().shown);
    expect(pendingUpdates(rows)).toBe(1);
  });

  it('are not promised when the filters leave them out, or when they have gone again', () => {
    expect(pendingUpdates(after(aRow({ taskId: '888-1', memberState: 'VA' })))).toBe(0);
    const gone = aRow({ taskId: '888-1', completedAt: '2026-11-19T17:00:00Z' });
    expect(pendingUpdates(after(aRow({ taskId: '888-1' }), gone))).toBe(0);
  });

  it('are the latest of several changes, and come back when the change is undone', () => {
    const rows = after(taken, { ...first, stepSince: '2026-11-19T17:59:00Z' });
    expect(rows.shown[0]).toMatchObject({ changed: true, left: null });
    expect(pendingUpdates(rows)).toBe(1);
  });

  it('are no news after an act of the person, until somebody else changes them', () => {
    const mine = { ...first, assignee: { userId: 'me', name: 'Me' } };
    const rows = after(mine, aRow({ taskId: '888-1' }));
    const feed = (position: number) => ({ epoch: 'e', position });
    const reading = { key: mine.taskId, row: mine, feed: feed(5) };
    const change = (position: number) => ({ ...changed(mine), position }) as Change;
    const own = ownActs([change(4), change(5)], [reading]);
    expect([pendingUpdates(rows, own), dueToOwnActs(rows, own)]).toEqual([1, 'removes']);
    expect(dueToOwnActs(rows, new Set(['888-1']))).toBe('adds');
    const changedSince = ownActs([change(5), change(6)], [reading]);
    expect([pendingUpdates(rows, changedSince), dueToOwnActs(rows, changedSince)]).toEqual([2, null]);
  });

  it('do not report what the page already shows', () => {
    const rows = after(first);
    expect(rows.shown[0]?.row).toBe(first);
    expect(pendingUpdates(rows)).toBe(0);
  });
});
