import { describe, expect, it } from '@jest/globals';
import { QUEUE_TABS, type TaskQueueRow } from '@throughline/contracts';
import { queueViewOf } from '../queue-view.js';
import { isShownAt as isShownIn } from './shown-times.js';
import { isInTab, isOverdue, passesFilters, whyItLeft } from './tab-membership.js';
import { aRow } from '../rows/task-queue-row.testing.js';

const isShownAt: typeof isShownIn = (row, search, now) => isShownIn(row, search, now, 'America/Chicago');
const me = { userId: 'me', now: Date.parse('2026-11-19T18:00:00Z'), isShownAt };
const mine = { userId: 'me', name: 'Ana Ruiz' };
const another = { userId: 'u2', name: 'Kofi Osei' };

describe('Queue tab', () => {
  it('lists what nobody holds, what I hold, and what is done', () => {
    expect(isInTab(aRow(), 'unassigned', me)).toBe(true);
    expect(isInTab(aRow({ assignee: mine }), 'mine', me)).toBe(true);
    expect(isInTab(aRow({ assignee: another }), 'mine', me)).toBe(false);
    expect(isInTab(aRow({ completedAt: '2026-11-19T17:00:00Z' }), 'completed', me)).toBe(true);
  });

  it('holds what is backordered, until it is overdue', () => {
    const waiting = aRow({ task: 'Backordered' });
    expect([isInTab(waiting, 'on-hold', me), isInTab(waiting, 'unassigned', me)]).toEqual([true, false]);
    const late = aRow({ task: 'Backordered', fellDue: true });
    expect([isInTab(late, 'on-hold', me), isInTab(late, 'unassigned', me)]).toEqual([false, true]);
  });

  it('On hold lists a task that waits until a day, assigned or not, and other tabs say that it was put on hold', () => {
    const onHold = {
      until: '2026-11-23',
      resumesAt: '2026-11-23T06:00:00Z',
      reason: null,
      before: { dueAt: null, fellDue: false },
    };
    for (const row of [aRow({ onHold }), aRow({ onHold, assignee: mine })]) {
      expect(QUEUE_TABS.filter((tab) => isInTab(row, tab, me))).toEqual(['on-hold', 'open']);
      expect(whyItLeft(row, 'mine', me)).toBe('Put on hold');
    }
    expect(isInTab(aRow({ onHold: null }), 'unassigned', me)).toBe(true);
    expect(whyItLeft(aRow({ onHold: null }), 'on-hold', me)).toBe('No longer on hold');
  });

  it('calls a task overdue from the due instant on, but not when it is done', () => {
    expect(isOverdue(aRow(), Date.parse('2026-11-20T05:59:59Z'))).toBe(false);
    expect(isOverdue(aRow(), Date.parse('2026-11-20T06:00:00Z'))).toBe(true);
    expect(isOverdue(aRow({ fellDue: true, completedAt: '2026-11-21T00:00:00Z' }), me.now)).toBe(false);
  });

  it('says why a row has left', () => {
    expect(whyItLeft(aRow(), 'unassigned', me)).toBeNull();
    expect(whyItLeft(aRow({ assignee: another }), 'unassigned', me)).toBe('Taken by Kofi Osei');
    expect(whyItLeft(aRow({ assignee: mine }), 'unassigned', me)).toBe('Now yours');
    expect(whyItLeft(aRow(), 'mine', me)).toBe('Released');
    expect(whyItLeft(aRow({ completedAt: '2026-11-19T17:00:00Z' }), 'overdue', me)).toBe('Completed');
    expect(whyItLeft(aRow({ completedAt: '2026-11-19T17:00:00Z', stopped: true }), 'mine', me)).toBe('Stopped');
    const undone = aRow({ completedAt: '2026-11-19T17:00:00Z', undoneAt: '2026-11-19T17:05:00Z' });
    expect(QUEUE_TABS.map((tab) => whyItLeft(undone, tab, me))).toEqual(QUEUE_TABS.map(() => 'Undone'));
  });

  it('narrows by any of the values of each filter, and by every word of the search', () => {
    const row = aRow();
    const passes = (address: string) => passesFilters(row, queueViewOf(new URLSearchParams(address)), me);
    expect(passes('state=AZ,VA&department=Intake')).toBe(true);
    expect(passes('state=VA')).toBe(false);
    expect(passes('category=Supplies')).toBe(false);
    expect(passes('search=maria ruiz')).toBe(true);
    expect(passes('search=osei')).toBe(false);
  });

  it('finds a recertification by its id, the referral that it renews and the Medicaid id', () => {
    const row = aRow({ referralId: 'R26325412307184401', renews: '263254123071844', medicaidId: 'AZ-77' });
    const found = (search: string) => passesFilters(row, queueViewOf(new URLSearchParams({ search })), me);
    for (const search of ['R26325 41230 71844 01', 'r263254', '26325 41230 71844', 'az-77 ruiz']) {
      expect([search, found(search)]).toEqual([search, true]);
    }
    expect(found('R26325 41230 71844 02')).toBe(false);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['step', ['Patient Contact', 'Shipped,Patient Contact'], ['Shipped']],
    ['status', ['Pending Patient Contact'], ['Shipped']],
    ['age', ['1-2 days'], ['Today', '3-6 days']],
    ['assignee', ['nobody', 'u2,nobody'], ['u2']],
    ['completed', ['2026-11-19', '1999-12-31'], []],
  ])('narrows by %s', (filter, listing, hiding) => {
    const passes = (value: string) => passesFilters(aRow(), queueViewOf(new URLSearchParams({ [filter]: value })), me);
    expect(listing.filter(passes)).toEqual(listing);
    expect(hiding.filter(passes)).toEqual([]);
  });

  it('narrows completed tasks by their day in Central Time, and open ones not', () => {
    const done = aRow({ completedAt: '2026-11-19T05:59:59Z' });
    const passes = (day: string) => passesFilters(done, queueViewOf(new URLSearchParams({ completed: day })), me);
    expect(['2026-11-18', '2026-11-19'].map(passes)).toEqual([true, false]);
  });

  it('finds a completed task by the whole outcome that it shows', () => {
    const row = aRow({ outcome: { outcomeId: '1', name: 'no-answer' } });
    const passes = (search: string) => passesFilters(row, queueViewOf(new URLSearchParams({ search })), me);
    expect(['No answer', ' no answer '].map(passes)).toEqual([true, true]);
    expect(['Reached', 'answer'].map(passes)).toEqual([false, false]);
  });

  it('finds a row by each time that it shows in words, and by the reader', () => {
    const found = (change: Partial<TaskQueueRow>, search: string) =>
      passesFilters(aRow(change), queueViewOf(new URLSearchParams({ search })), me);
    const hold = {
      until: '2026-11-30',
      resumesAt: '2026-11-30T06:00:00Z',
      reason: null,
      before: { dueAt: null, fellDue: false },
    };
    const shown: readonly [Partial<TaskQueueRow>, string][] = [
      [{ dueAt: '2026-11-20T06:00:00Z' }, 'due today'],
      [{ dueAt: '2026-11-16T06:00:00Z' }, '4 days overdue'],
      [{ dueAt: null }, 'no due day'],
      [{ onHold: hold }, 'on hold until 11/30/2026'],
      [{ caseOpenedAt: '2026-11-13T17:00:00Z' }, '6 d'],
      [{ stepSince: '2026-11-19T14:30:00Z' }, '3 h'],
      [{ stepSince: '2026-11-10T14:30:00Z', completedAt: '2026-11-13T14:00:00Z' }, '2 d'],
      [{ completedAt: '2026-11-19T16:42:10Z' }, 'done Today 10:42'],
      [{ assignee: mine }, 'you'],
    ];
    for (const [change, words] of shown) expect([words, found(change, words)]).toEqual([words, true]);
    const long = {
      dueAt: '2026-12-24T06:00:00Z',
      caseOpenedAt: '2026-10-01T00:00:00Z',
      stepSince: '2026-10-01T00:00:00Z',
    };
    for (const [change, words] of shown) {
      const others = shown.map(([, other]) => other).filter((other) => other !== words);
      expect([words, others.filter((other) => found({ ...long, ...change }, other))]).toEqual([words, []]);
    }
    expect(found({ assignee: another }, 'you')).toBe(false);
    expect(found({ onHold: hold, dueAt: '2026-11-20T06:00:00Z' }, 'due today')).toBe(false);
  });

  it('finds a name as the server does, however it is written', () => {
    const row = aRow({ memberLastName: 'Ødegård', memberFirstName: 'D’Arcy' });
    const passes = (search: string) => passesFilters(row, queueViewOf(new URLSearchParams({ search })), me);
    expect(['odegard', 'DARCY', "d'arcy", 'ØDE'].map(passes)).toEqual([true, true, true, true]);
    expect(['rcy', 'cy'].map(passes)).toEqual([true, false]);
  });
});
