import { describe, expect, it } from '@jest/globals';
import type { TaskAct } from '@throughline/contracts';
import { lastActOn } from './panel-over.js';

const TASK = '1-1';
type After = TaskAct['tasks'][string];
const open: After = { holder: null, until: null, reason: null, completed: false, itemIds: [1] };

let position = 0;
const act = (after: Partial<After>, items: TaskAct['items'] = {}): TaskAct => ({
  position: ++position,
  at: '2026-03-04T18:30:00.000Z',
  actor: { userId: 'u-minh', email: null, role: 'staff', companyId: null },
  actorName: 'Minh Tran',
  reason: null,
  tasks: { [TASK]: { ...open, ...after } },
  items,
  numbers: {},
});
const stopped = { 1: { status: 'stopped', reason: 'No longer needed', stoppedAt: '2026-03-04' } } as const;
const said = (...acts: readonly TaskAct[]) => lastActOn(acts, TASK, 'u-dana');

describe('The last act on a task', () => {
  it('says who did it, and when', () => {
    const at = '2026-03-04T18:30:00.000Z';
    expect(said(act({ holder: 'Minh Tran' }))).toEqual({ words: 'Minh Tran claimed the task', at });
  });

  it.each([
    ['completed the task', [act({ completed: true })]],
    ['stopped the items of the task', [act({ completed: true }, stopped)]],
    ['stopped items of the task', [act({}, stopped)]],
    ['assigned the task to Ana Ruiz', [act({ holder: 'Ana Ruiz' })]],
    ['released the task', [act({}), act({ holder: 'Minh Tran' })]],
    ['changed the task', [act({ until: '2026-03-09' }), act({})]],
  ])('%s', (words, acts) => {
    expect(said(...acts)?.words).toBe(`Minh Tran ${words}`);
  });

  it('is the reader’s own, if they did it', () => {
    expect(lastActOn([act({ completed: true })], TASK, 'u-minh')?.words).toBe('You completed the task');
  });

  it('is not known without an act on this task', () => {
    expect(said()).toBeNull();
    expect(said({ ...act({}), tasks: { '1-2': open } })).toBeNull();
  });
});
