import { describe, expect, it } from '@jest/globals';
import { allTo, completionFaults, movesTo, nextTasksByStep, onlyNextTask, shippedBy } from './next-tasks.js';

describe('Next tasks', () => {
  it('are all others of the catalogue, by step', () => {
    const offered = nextTasksByStep('Shipped');
    expect(offered.map(({ step }) => step)).toEqual([
      'Create Patient',
      'Patient Contact',
      'Documentation',
      'Preparing to Ship',
      'Delivered',
    ]);
    expect(offered.flatMap(({ tasks }) => tasks)).not.toContain('Shipped');
  });

  it('are chosen for the person only where there is no choice', () => {
    expect(onlyNextTask('Create Patient')).toBe('Patient Contact 1st');
    expect(onlyNextTask('Ready for Dropship')).toBe('Shipped');
    expect(onlyNextTask('Shipped')).toBe('Delivered');
    expect(onlyNextTask('Patient Contact 1st')).toBeNull();
    expect(onlyNextTask('Delivered')).toBeNull();
  });

  it('gather the items that travel together', () => {
    expect(movesTo({ item1: 'Shipped', item2: 'Backordered', item3: 'Shipped' })).toEqual([
      { task: 'Shipped', itemIds: [1, 3] },
      { task: 'Backordered', itemIds: [2] },
    ]);
  });

  it('leave no item behind', () => {
    expect(movesTo({ item1: 'Shipped', item2: '' })).toBeNull();
  });

  it('tell which items a carrier takes', () => {
    expect(shippedBy([{ task: 'Shipped', itemIds: [1, 3] }, { task: 'Backordered', itemIds: [2] }])).toEqual([1, 3]); // prettier-ignore
  });
});

describe('A completion', () => {
  const to = (task: 'Shipped' | 'Backordered', carrier = '', number = '') =>
    completionFaults({ destinations: allTo([1, 2], task), carrier, number }).map(([field]) => field);

  it('needs a next task for each item', () => {
    const destinations = { ...allTo([1, 2], 'Shipped'), item2: '' as const };
    expect(completionFaults({ destinations, carrier: '', number: '' })).toEqual([
      ['destinations.item2', 'Choose the next task.'],
    ]);
  });

  it('takes a parcel whole or not at all, and only of what is shipped', () => {
    expect(to('Shipped')).toEqual([]);
    expect(to('Shipped', 'FedEx')).toEqual(['number']);
    expect(to('Shipped', ' ', '771234')).toEqual(['carrier']);
    expect(to('Shipped', 'FedEx', '771234')).toEqual([]);
    expect(to('Backordered', 'FedEx')).toEqual([]);
  });
});
