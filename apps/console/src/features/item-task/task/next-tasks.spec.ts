import { describe, expect, it } from '@jest/globals';
import { movesTo, nextTasksByStep, onlyNextTask, shippedBy } from './next-tasks.js';

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
    expect(movesTo(new Map([[1, 'Shipped'], [2, 'Backordered'], [3, 'Shipped']]))).toEqual([
      { task: 'Shipped', itemIds: [1, 3] },
      { task: 'Backordered', itemIds: [2] },
    ]); // prettier-ignore
  });

  it('leave no item behind', () => {
    expect(movesTo(new Map([[1, 'Shipped'], [2, null]]))).toBeNull(); // prettier-ignore
  });

  it('tell which items a carrier takes', () => {
    expect(shippedBy([{ task: 'Shipped', itemIds: [1, 3] }, { task: 'Backordered', itemIds: [2] }])).toEqual([1, 3]); // prettier-ignore
  });
});
