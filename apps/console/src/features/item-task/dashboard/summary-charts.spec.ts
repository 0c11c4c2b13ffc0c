import { describe, expect, it } from '@jest/globals';
import type { TaskSummary } from '@throughline/contracts';
import { queueViewOf } from '../queue/queue-view.js';
import { chartsOf, figuresOf } from './summary-charts.js';

const ana = { userId: 'u1', name: 'Ana Ruiz' };
const days = ['2026-11-21', '2026-11-22'];
const some: TaskSummary = {
  steps: [
    { step: 'Patient Contact', count: 3 },
    { step: 'Documentation', count: 12 },
  ],
  ages: [
    { age: 'Today', count: 14 },
    { age: '14 days or more', count: 1 },
  ],
  overdue: [{ department: 'Intake', count: 2 }],
  days,
  completed: [
    { day: '2026-11-21', person: ana, count: 1_200 },
    { day: '2026-11-22', person: ana, count: 3 },
    { day: '2026-11-22', person: null, count: 5 },
  ],
  people: [
    { person: ana, count: 1_203 },
    { person: null, count: 5 },
  ],
};
const none: TaskSummary = {
  steps: [{ step: 'Documentation', count: 0 }],
  ages: [{ age: 'Today', count: 0 }],
  overdue: [{ department: 'Intake', count: 0 }],
  days,
  completed: [],
  people: [],
};
const view = queueViewOf(new URLSearchParams('tab=mine&search=ruiz&department=Intake&age=Today&page=3'));
const [steps, ages, overdue, byDay, byPerson] = chartsOf(some, view);

describe('The figures of the dashboard', () => {
  it('are four, each of which opens its tasks under the search and the filters of the queue', () => {
    expect(figuresOf(some, view).map(({ label, count }) => [label, count])).toEqual([
      ['Open', 15],
      ['Overdue', 2],
      ['Completed today', 8],
      ['Completed in 2 days', 1_208],
    ]);
    const addresses = figuresOf(some, view).map(({ address }) => new URLSearchParams(address));
    expect(addresses.map((address) => address.get('tab'))).toEqual(['open', 'overdue', 'completed', 'completed']);
    for (const address of addresses)
      expect([address.get('search'), address.get('department')]).toEqual(['ruiz', 'Intake']);
    expect(addresses[2]?.get('completed')).toBe('2026-11-22');
    expect(figuresOf(none, view).map(({ count }) => count)).toEqual([0, 0, 0, 0]);
  });
});

describe('The charts of the dashboard', () => {
  it('have a sentence that summarizes them, also when nothing was counted', () => {
    expect([steps, ages, overdue, byDay, byPerson].map((chart) => chart?.sentence)).toEqual([
      '15 open tasks, most in Documentation (12).',
      '15 open tasks, 1 for referrals of 14 days or more.',
      '2 overdue tasks, all in Intake.',
      '1,208 tasks completed, 8 of them today.',
      'Most by Ana Ruiz (1,203).',
    ]);
    expect(new Set(chartsOf(none, view).map(({ sentence }) => sentence))).toEqual(
      new Set(['No open tasks.', 'No overdue tasks.', 'No task was completed in these days.']),
    );
  });

  it('open the queue at what a bar counts: under its search and filters, with the value of the bar', () => {
    expect(steps?.bars[1]).toEqual({
      label: 'Documentation',
      count: 12,
      isChosen: false,
      name: 'Documentation: 12 open tasks, show them',
      address: '?tab=open&search=ruiz&department=Intake&step=Documentation&age=Today',
    });
    expect(ages?.bars[1]?.address).toBe('?tab=open&search=ruiz&department=Intake&age=14+days+or+more');
    expect(byDay?.bars[1]?.address).toBe('?tab=completed&search=ruiz&department=Intake&age=Today&completed=2026-11-22');
    expect(byPerson?.bars.map(({ label, count }) => [label, count])).toEqual([
      ['Ana Ruiz', 1_203],
      ['Nobody', 5],
    ]);
  });

  it('mark what is chosen; its bar removes it again in whatever tab, and so does its chart', () => {
    const [bar] = overdue?.bars ?? [];
    expect([bar?.isChosen, bar?.address]).toEqual([true, '?tab=mine&search=ruiz&age=Today']);
    expect([steps?.clearAddress, overdue?.clearAddress]).toEqual([null, '?tab=mine&search=ruiz&age=Today']);

    const shown = (address: string) => chartsOf(some, queueViewOf(new URLSearchParams(address)));
    const [again] = shown('tab=overdue&department=Intake,DocuCert&age=Today')[2]?.bars ?? [];
    expect([again?.isChosen, again?.address]).toEqual([true, '?tab=overdue&department=DocuCert&age=Today']);
    expect(again?.name).toBe('Intake: 2 overdue tasks, chosen, remove this filter');
    const figures = shown('tab=completed&assignee=u1&completed=2026-11-22')[3]?.table.rows[0]?.cells ?? [];
    expect(figures.map(({ isChosen, address }) => [isChosen, address])).toEqual([
      [false, '?tab=completed&assignee=u1&completed=2026-11-21'],
      [true, '?tab=completed'],
    ]);
  });

  it('name the day or the number of days of which completed tasks are counted by person', () => {
    const heading = (completed: string) =>
      chartsOf(some, queueViewOf(new URLSearchParams({ tab: 'completed', completed })))[4]?.heading;
    expect(['', '2026-11-22', '2026-11-21,2026-11-22'].map(heading)).toEqual([
      'Completed by person, 2 days',
      'Completed by person, Nov 22',
      'Completed by person, 2 days',
    ]);
  });

  it('have a table with a row for each person and a column for each day', () => {
    expect(byDay?.table.heads).toEqual(['Person', 'Nov 21', 'Nov 22']);
    expect(byDay?.table.rows.map(({ name, cells }) => [name, ...cells.map(({ count }) => count)])).toEqual([
      ['Ana Ruiz', 1_200, 3],
      ['Nobody', 0, 5],
    ]);
    expect(byDay?.table.rows[1]?.cells[1]?.address).toMatch(/assignee=nobody&completed=2026-11-22$/);
  });
});
