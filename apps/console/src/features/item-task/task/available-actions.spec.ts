import { describe, expect, it } from '@jest/globals';
import { outcomesOf } from '@throughline/domain';
import { availableActions, availableOutcomes, leadsToInWords } from './available-actions.js';

const open = { task: 'Log CMN', assignee: null, completedAt: null } as const;
const mine = { userId: 'me', name: 'Ana Ruiz', email: 'ana@throughline.example' };

describe('Available actions', () => {
  it('of a task that nobody holds', () => {
    expect(availableActions(open, 'me')).toEqual(['claim', 'assign', 'move', 'hold', 'stop']);
  });

  it('of my task', () => {
    expect(availableActions({ ...open, assignee: mine }, 'me')).toEqual(['release', 'assign', 'move', 'hold', 'stop']);
  });

  it("of another's task offer nothing that would be refused", () => {
    expect(availableActions({ ...open, assignee: mine }, 'u2')).toEqual(['assign', 'stop']);
  });

  it('end a hold, or change its day', () => {
    const onHold = {
      until: '2026-11-23',
      resumesAt: '2026-11-23T06:00:00Z',
      reason: null,
      before: { dueAt: null, fellDue: false },
    };
    const offered = (assignee: typeof mine | null) => availableActions({ ...open, onHold, assignee }, 'me');
    expect(offered(mine)).toEqual(expect.arrayContaining(['resume', 'hold']));
    expect(offered({ ...mine, userId: 'u2' })).toEqual(['assign', 'stop']);
  });

  it('name a parcel from Shipped on', () => {
    expect(availableActions({ ...open, task: 'Shipped' }, 'me')).toContain('track');
  });

  it('are none once it is completed', () => {
    expect(availableActions({ ...open, completedAt: '2026-11-19T17:00:00Z' }, 'me')).toEqual([]);
  });
});

describe('Available outcomes', () => {
  it('are those of the task, unless it is completed or another person holds it', () => {
    expect(availableOutcomes(open, 'me').map(({ name }) => name)).toEqual(['complete', 'wrong']);
    expect(availableOutcomes({ ...open, assignee: mine }, 'me')).toHaveLength(2);
    expect(availableOutcomes({ ...open, assignee: mine }, 'u2')).toEqual([]);
    expect(availableOutcomes({ ...open, completedAt: '2026-11-19T17:00:00Z' }, 'me')).toEqual([]);
  });

  it('say where they lead, for the items of the order where it is known', () => {
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
