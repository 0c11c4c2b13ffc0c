import type { ItemTaskEvent } from '../item-task/item-task.events.js';

const recertified = { referralId: 'R1', taskId: 'R1-1' };
const recertifiedAt = '2026-11-20T18:00:00.000Z';

/** A recertification that its review stops. */
export const A_RECERTIFICATION: readonly ItemTaskEvent[] = [
  {
    type: 'RecertificationOpened',
    data: {
      ...{ referralId: 'R1', renews: '1', itemCategory: 'Incontinence', certifiedUntil: '2026-12-31', note: null },
      member: {
        ...{ lastName: 'Diaz', firstName: 'Rosa', DOB: '1950-02-01' },
        ...{ phone: '6025550100', state: 'AZ', medicaidId: 'A1' },
      },
      physician: { lastName: 'Okafor', firstName: 'Ngozi', phone: '6025550101', fax: '6025550102' },
      openedAt: recertifiedAt,
    },
  },
  {
    type: 'TaskOpened',
    data: {
      ...{ ...recertified, task: 'Recert Review', itemIds: [1] },
      ...{ openedAt: recertifiedAt, dueAt: '2026-11-21T06:00:00.000Z' },
    },
  },
  { type: 'TaskClaimed', data: { ...recertified, assignee: { userId: 'u-dana', name: 'Dana Whitfield' } } },
  {
    type: 'ItemsStopped',
    data: { ...recertified, itemIds: [1], reason: 'The supply is no longer covered', stoppedAt: recertifiedAt },
  },
  { type: 'TaskCompleted', data: { ...recertified, completedAt: recertifiedAt } },
];
