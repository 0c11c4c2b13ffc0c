import { describe, expect, it } from '@jest/globals';
import { availableActions } from './available-actions.js';

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
