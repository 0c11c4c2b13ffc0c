import { describe, expect, it } from '@jest/globals';
import {
  FIRST_RECERT_TASK,
  FIRST_TASK,
  TASK_CATALOGUE,
  TASK_NAMES,
  tasksBeside,
  type TaskName,
} from './task-catalogue.js';
import { type Destination, destinationOf, OUTCOME_NAMES, outcomeLabel, outcomesOf } from './task-outcomes.js';

/** Orders of every kind that a routing rule distinguishes. */
const ORDERS = ['Sensory Kits', 'Pregnancy Rewards', 'Incontinence'].flatMap((itemCategory) =>
  [true, false].map((medicaid) => ({
    insuranceType: { medicare: !medicaid, medicaid, commercial: false },
    items: [{ id: 1, itemCategory }],
  })),
);

/** The tasks that items can go to, over all these orders. */
const nextOf = (to: Destination): readonly TaskName[] =>
  to === 'closed' || 'stop' in to ? [] : [...new Set(ORDERS.map((order) => destinationOf(to, order, 1)))];
const tasksAfter = (task: TaskName) => outcomesOf(task).flatMap(({ leadsTo }) => nextOf(leadsTo));
const ends = (task: TaskName) =>
  outcomesOf(task).some(({ leadsTo }) => leadsTo === 'closed' || (typeof leadsTo === 'object' && 'stop' in leadsTo));

function reachable(from: TaskName, after: (task: TaskName) => readonly TaskName[]): ReadonlySet<TaskName> {
  const found = new Set<TaskName>([from]);
  for (const task of found) for (const next of after(task)) found.add(next);
  return found;
}

describe('The outcomes of the tasks', () => {
  it.each([FIRST_TASK, FIRST_RECERT_TASK])('lead from the first task to every other one of its work: %s', (first) => {
    expect([...reachable(first, tasksAfter)].sort()).toEqual([...tasksBeside(first)].sort());
  });

  it('lead from every task to an end', () => {
    for (const task of TASK_NAMES) expect([...reachable(task, tasksAfter)].some(ends)).toBe(true);
  });

  it.each(ORDERS)('deliver %j by the usual outcomes alone', (order) => {
    const way: TaskName[] = [FIRST_TASK];
    for (const task of way) {
      const to = outcomesOf(task)[0]!.leadsTo;
      if (to === 'closed') return expect(task).toBe('Delivered');
      if ('stop' in to || way.length > TASK_CATALOGUE.length) throw new Error(`The usual outcome of ${task} ends it.`);
      way.push(destinationOf(to, order, 1));
    }
  });

  it('lead each category to the paperwork that it needs, and each insurance to its authorization', () => {
    const [selected] = outcomesOf('Select Items');
    const [complete] = outcomesOf('Log CMN');
    const to = (outcome: typeof selected, itemCategory: string, insurance: 'medicare' | 'medicaid' | 'commercial') => {
      const insuranceType = { medicare: false, medicaid: false, commercial: false, [insurance]: true };
      return nextFor(outcome!.leadsTo, { insuranceType, items: [{ id: 1, itemCategory }] });
    };
    expect(to(selected, 'Incontinence', 'medicaid')).toBe('Physician Paperwork Initial');
    expect(to(selected, 'Custom Item', 'medicaid')).toBe('Physician Paperwork Initial');
    expect(to(selected, 'Sensory Kits', 'medicaid')).toBe('Ready for Dropship');
    expect(to(selected, 'Baby Diaper Rewards', 'medicaid')).toBe('Ready for Dropship');
    expect(to(selected, 'Pregnancy Rewards', 'medicaid')).toBe('Ready for Walmart');
    expect(to(complete, 'Supplies', 'medicare')).toBe('Ready for Dropship');
    expect(to(complete, 'Supplies', 'medicaid')).toBe('Submit Authorization');
    expect(to(complete, 'Supplies', 'commercial')).toBe('Submit Authorization');
  });

  it('have one name each in a task, and words', () => {
    for (const task of TASK_NAMES) {
      const names = outcomesOf(task).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) {
        expect(OUTCOME_NAMES).toContain(name);
        expect(outcomeLabel(task, name)).not.toBe(name);
      }
    }
  });
});

function nextFor(to: Destination, order: Parameters<typeof destinationOf>[1]): TaskName {
  if (to === 'closed' || 'stop' in to) throw new Error('It ends.');
  return destinationOf(to, order, 1);
}
