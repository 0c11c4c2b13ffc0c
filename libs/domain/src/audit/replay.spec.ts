import { describe, expect, it } from '@jest/globals';
import { A_HISTORY } from './history.testing.js';
import type { ReferralHistoryEvent } from './referral-as-of.js';
import { evolveReferral, replay } from './replay.js';

/** The referral just after the n-th event of a type; n counts from 0. */
const asOf = (type: (typeof A_HISTORY)[number]['type']) =>
  replay(A_HISTORY.slice(0, A_HISTORY.findIndex((event) => event.type === type) + 1));

describe('A referral as of', () => {
  it('the time before its submission is unknown', () => {
    expect(replay([])).toBeNull();
    expect(replay(A_HISTORY.slice(1))).toBeNull();
  });

  it('its submission has its order and items in no task yet', () => {
    expect(asOf('ReferralSubmitted')).toMatchObject({
      referralId: '1',
      submittedAt: '2026-11-20T15:00:00.000Z',
      companyId: 12,
      order: { memberInfo: { lastName: 'Osei' } },
      items: [1, 2, 3, 4].map((id) => ({ id, currentTask: null, lastTask: null, stoppedReason: null })),
      status: 'Pending Patient Creation',
    });
  });

  it('the opening of a task has its items there', () => {
    expect(asOf('TaskOpened')?.items[0]?.currentTask).toEqual({
      id: '1-1',
      name: 'Create Patient',
      department: 'Demos',
      completedDate: null,
    });
  });

  it('a claim, a release and a due day shows who has the task and that it is late', () => {
    expect(asOf('TaskAssigned')?.tasks[0]?.assignee?.name).toBe('Minh Tran');
    expect(asOf('TaskReleased')?.tasks[0]?.assignee).toBeNull();
    expect(asOf('TaskFellDue')?.tasks[0]).toMatchObject({ assignee: { name: 'Dana Whitfield' }, fellDue: true });
  });

  it('its corrections has the corrected order, and every item that it ever had', () => {
    const referral = asOf('ItemsWithdrawn');
    expect(referral?.order).toMatchObject({
      referralInfo: { phone: '6025550113', lastName: 'Ruiz' },
      memberInfo: { lastName: 'Osei-Bonsu', DOB: '1990-03-28', address1: '5 Oak St', zip: '85009', height: 70 },
      insuranceInfo: { medicaidId: 'A12345679' },
      babyInfo: { lastName: null, dueDate: '2027-01-04', nicu: false },
      otherInfo: 'Ring',
    });
    expect(referral?.corrections).toBe(17);
    expect(referral?.items[0]).toMatchObject({ qty: 60, option: { name: 'Large' } });
    expect(referral?.items[4]).toMatchObject({ item: 'Briefs', deleted: true, currentTask: null });
    expect(asOf('ItemRemoved')?.status).toBe('Pending Patient Creation');
    expect(asOf('ItemRestored')?.items[4]).not.toHaveProperty('deleted');
  });

  it('a stop keeps the task that the items were in', () => {
    const referral = asOf('ItemsStopped');
    expect(referral?.items[1]).toMatchObject({
      currentTask: { id: '1-0', name: 'Stopped', department: null, completedDate: null },
      lastTask: { id: '1-1', name: 'Create Patient', department: 'Demos' },
      stoppedReason: 'Not covered',
    });
    expect(referral?.status).toBe('Multiple Statuses');
  });

  it('its end has each item where it came to rest', () => {
    const referral = replay(A_HISTORY);
    expect(referral?.items.map(({ currentTask }) => [currentTask?.name, currentTask?.completedDate])).toEqual([
      ['Delivered', '2026-11-23T15:00:00.000Z'],
      ['Stopped', null],
      ['Stopped', '2026-11-22T15:00:00.000Z'],
      ['Delivered', '2026-11-23T15:00:00.000Z'],
      [undefined, undefined],
    ]);
    expect(referral?.tasks.map(({ taskId, itemIds, completedAt }) => ({ taskId, itemIds, completedAt }))).toEqual([
      { taskId: '1-1', itemIds: [1, 2, 3, 4, 5], completedAt: '2026-11-21T16:00:00.000Z' },
      { taskId: '1-2', itemIds: [1, 4], completedAt: '2026-11-23T15:00:00.000Z' },
    ]);
    expect(referral?.tracking).toEqual([{ itemIds: [1], carrier: 'FedEx', number: '771234' }]);
  });

  it('any time names files without where they are stored', () => {
    const attached = { size: 9_000, createdAt: '2026-11-20T15:00:03.000Z' };
    expect(replay(A_HISTORY)?.files).toEqual([
      { fileId: 1, fileName: 'Referral-1.pdf', size: 20_480, createdAt: '2026-11-20T15:00:02.000Z' },
      { ...attached, fileId: 2, fileName: 'Prescription.pdf', check: 'accepted', fileType: 'CMN' },
      { ...attached, fileId: 3, fileName: 'Locked.pdf', check: 'refused', fault: 'encrypted' },
      {
        fileId: 4,
        fileName: 'Corrected-2-1.pdf',
        size: 20_480,
        createdAt: '2026-11-20T16:00:02.000Z',
        corrected: true,
      },
    ]);
    expect(JSON.stringify(replay(A_HISTORY))).not.toContain('secret');
  });

  it('any time holds what was added to its history by hand', () => {
    const entry = {
      elementName: 'stop items',
      elementKey: null,
      changes: 'Called',
      dateTime: '2026-11-21T10:00:00.000Z',
    };
    const recorded = { type: 'HistoryEntryRecorded', data: { referralId: '1', ...entry } } as const;
    expect(evolveReferral(replay(A_HISTORY), recorded)?.history).toEqual([
      ...(replay(A_HISTORY)?.history ?? []),
      entry,
    ]);
  });

  it('an event leaves the referral before it as it was', () => {
    const before = replay(A_HISTORY);
    const copy = structuredClone(before);
    for (const event of A_HISTORY) evolveReferral(before, event);
    expect(before).toEqual(copy);
  });

  it('has neither the order nor the stop of an outcome that was undone', () => {
    const [submitted, opened] = A_HISTORY;
    const referralId = '1';
    const undone = { outcomeId: '1-1', taskId: '1-1', undoneAt: '2026-11-21T14:02:00.000Z' };
    const after = (...events: readonly ReferralHistoryEvent[]) =>
      replay([submitted!, opened!, ...events])?.items.slice(0, 1);
    const ordered: ReferralHistoryEvent = {
      type: 'ItemsOrdered',
      data: { referralId, itemIds: [1], orderId: 'PO-7', orderedAt: '2026-11-21T14:01:00.000Z' },
    };
    const stopped: ReferralHistoryEvent = {
      type: 'ItemsStopped',
      data: { referralId, taskId: '1-1', itemIds: [1], reason: 'Declined', stoppedAt: '2026-11-21T14:01:00.000Z' },
    };
    const undo = (outcome: 'order-placed' | 'declined'): ReferralHistoryEvent => ({
      type: 'OutcomeUndone',
      data: { referralId, ...undone, outcome, itemIds: [1] },
    });
    expect(after(ordered)).toMatchObject([{ orderId: 'PO-7' }]);
    expect(after(ordered, undo('order-placed'))).toMatchObject([{ orderId: null }]);
    expect(after(stopped)).toMatchObject([{ stoppedReason: 'Declined', stoppedAt: '2026-11-21T14:01:00.000Z' }]);
    const [again] = after(stopped, undo('declined')) ?? [];
    expect(again).toMatchObject({ stoppedReason: null });
    expect(again).not.toHaveProperty('stoppedAt');
  });
});
