import { describe, expect, it } from '@jest/globals';
import { outcomesOf } from '@throughline/domain';
import { ApiError } from '../../../../api/api-error.js';
import { availableOutcomes, leadsToInWords, refusalTitle } from './available-outcomes.js';

const open = { task: 'Log CMN', assignee: null, completedAt: null } as const;
const mine = { userId: 'me', name: 'Ana Ruiz' };

describe('Available outcomes', () => {
  it('are those of the task, unless it is completed or another person holds it', () => {
    expect(availableOutcomes(open, 'me').map(({ name }) => name)).toEqual(['complete', 'wrong']);
    expect(availableOutcomes({ ...open, assignee: mine }, 'me')).toHaveLength(2);
    expect(availableOutcomes({ ...open, assignee: mine }, 'u2')).toEqual([]);
    expect(availableOutcomes({ ...open, completedAt: '2026-11-19T17:00:00Z' }, 'me')).toEqual([]);
  });

  it('state where they lead, for the items of the order if it is known', () => {
    const order = {
      insuranceType: { medicare: false, medicaid: true, commercial: false },
      items: [
        { id: 1, itemCategory: 'Sensory Kits' },
        { id: 2, itemCategory: 'Incontinence' },
      ],
    };
    const words = (task: 'Log CMN' | 'Select Items' | 'Delivered' | 'Create Patient') =>
      outcomesOf(task).map((outcome) => leadsToInWords(outcome, order));
    expect(words('Create Patient')).toEqual(['Patient Contact 1st', 'Stopped']);
    expect(words('Select Items')).toEqual(['Ready for Dropship, Physician Paperwork Initial']);
    expect(words('Delivered')).toEqual(['Closed']);
    expect(leadsToInWords(outcomesOf('Select Items')[0]!)).toBe('by category');
    expect(leadsToInWords(outcomesOf('Log CMN')[0]!)).toBe('by insurance');
  });
});

describe('The title above the refusal of an outcome', () => {
  const titleOf = (code: string) => refusalTitle(new ApiError('You completed this task on Nov 28.', code, 409));

  it('does not say that nothing was recorded where it may have been, by the person themselves', () => {
    expect(titleOf('item-task/not-assigned-to-you')).toBe('The outcome was not recorded');
    expect(titleOf('item-task/already-completed')).toBe('This task is not open any more');
    expect(titleOf('request/changed-since')).toBe('The outcome was recorded, and undone since');
  });
});
