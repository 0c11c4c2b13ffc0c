import { describe, expect, it } from '@jest/globals';
import { given } from '../../kernel/given.testing.js';
import { itemTaskDecider } from '../item-task.decider.js';
import type { ContactAttempted, ItemTaskEvent } from '../item-task.events.js';
import {
  canceled,
  claimed,
  completed,
  dana,
  fellDue,
  minh,
  moment,
  move,
  moved,
  opened,
  record,
  recorded,
  stopped,
  recordedMove,
  undo,
  undone,
} from '../item-task.testing.js';

const after = (...events: ItemTaskEvent[]) => given(itemTaskDecider, events);
const { referralId, at } = moment;

const attempted = (
  nth: number,
  n: number,
  told: Pick<ContactAttempted['data'], 'task' | 'outcome' | 'party' | 'number' | 'method' | 'nextDueAt'> &
    Partial<ContactAttempted['data']>,
): ItemTaskEvent => ({
  type: 'ContactAttempted',
  data: {
    referralId,
    outcomeId: `1-${nth}`,
    taskId: `1-${n}`,
    itemIds: [1],
    note: null,
    by: dana,
    wasUnassigned: false,
    recordedAt: at,
    ...told,
  },
});
const stoppedFor = (n: number, itemIds: number[], reason: string): ItemTaskEvent => ({
  type: 'ItemsStopped',
  data: { referralId, taskId: `1-${n}`, itemIds, reason, stoppedAt: at },
});
const TOMORROW = '2026-11-22T06:00:00.000Z';
const IN_TWO_DAYS = '2026-11-23T06:00:00.000Z';

describe('An outcome of all items of a task, by somebody who saw which there were', () => {
  const seeing = (...itemIds: number[]) => record(1, 'created', { seen: { itemIds } });
  const two = [opened(1, 'Create Patient', [1, 2]), claimed(1)];

  it('is not recorded of an item that has joined or left meanwhile', () => {
    after(...two)
      .when(seeing(1))
      .thenRejected('item-task/joined-meanwhile');
    for (const left of [stopped(1, [2]), opened(2, 'Select Items', [2])]) {
      after(...two, left)
        .when(seeing(1, 2))
        .thenRejected('item-task/not-in-task');
    }
    after(...two)
      .when(seeing(1, 2, 7))
      .thenRejected('item-task/not-in-task');
  });

  it('is recorded of what they saw, in any order', () => {
    expect(
      after(...two)
        .when(seeing(2, 1))
        .events(),
    ).toEqual(
      after(...two)
        .when(record(1, 'created'))
        .events(),
    );
  });
});

describe('An outcome', () => {
  const create = after(opened(1, 'Create Patient', [1, 2]), claimed(1));

  it('sends the items where the table says, and completes the task', () => {
    create
      .when(record(1, 'created'))
      .then([
        opened(2, 'Patient Contact 1st', [1, 2]),
        recorded(1, 1, 'Create Patient', 'created', [1, 2]),
        completed(1),
      ]);
  });

  it('claims a task that nobody holds for the person who records it', () => {
    after(opened(1, 'Create Patient', [1]))
      .when(record(1, 'created'))
      .then([
        claimed(1),
        opened(2, 'Patient Contact 1st', [1]),
        recorded(1, 1, 'Create Patient', 'created', [1], { wasUnassigned: true }),
        completed(1),
      ]);
  });

  it('can be that of some items: the others stay', () => {
    create
      .when(record(1, 'created', { itemIds: [2] }))
      .then([opened(2, 'Patient Contact 1st', [2]), recorded(1, 1, 'Create Patient', 'created', [2])]);
    create.when(record(1, 'created', { itemIds: [3] })).thenRejected('item-task/not-in-task');
  });

  it('stops the items where nothing is left to do', () => {
    create
      .when(record(1, 'duplicate'))
      .then([
        stoppedFor(1, [1, 2], 'Duplicate of another referral'),
        recorded(1, 1, 'Create Patient', 'duplicate', [1, 2]),
        completed(1),
      ]);
  });

  it('stops items for the reason that its author gives, and takes none if it stops nothing', () => {
    const reason = 'The member is with another supplier';
    create
      .when(record(1, 'duplicate', { itemIds: [2], reason }))
      .then([stoppedFor(1, [2], reason), recorded(1, 1, 'Create Patient', 'duplicate', [2])]);
    create.when(record(1, 'created', { reason })).thenRejected('item-task/not-a-stop');
  });

  it('sends each item by its category', () => {
    after(opened(1, 'Select Items', [1, 2]), claimed(1))
      .when(record(1, 'selected'))
      .then([
        opened(2, 'Ready for Dropship', [1]),
        opened(3, 'Physician Paperwork Initial', [2]),
        recorded(1, 1, 'Select Items', 'selected', [1, 2]),
        completed(1),
      ]);
  });

  it('that orders items needs the order id', () => {
    const ready = after(opened(1, 'Ready for Dropship', [1]), claimed(1));
    ready.when(record(1, 'order-placed')).thenRejected('item-task/order-id-required');
    ready.when(record(1, 'order-placed', { orderId: '!' })).thenRejected('item-task/no-order-id');
    ready
      .when(record(1, 'order-placed', { orderId: 'PO-7' }))
      .then([
        { type: 'ItemsOrdered', data: { referralId, itemIds: [1], orderId: 'PO-7', orderedAt: at } },
        opened(2, 'Shipped', [1], IN_TWO_DAYS),
        recorded(1, 1, 'Ready for Dropship', 'order-placed', [1]),
        completed(1),
      ]);
  });

  it('that closes items closes all of the task', () => {
    after(opened(1, 'Delivered', [1, 2]), claimed(1))
      .when(record(1, 'confirmed', { itemIds: [1] }))
      .thenRejected('item-task/closed-together');
  });

  it('is one of the task, which is not another person’s', () => {
    create.when(record(1, 'confirmed')).thenRejected('item-task/not-an-outcome');
    after(opened(1, 'Create Patient', [1]), claimed(1, minh))
      .when(record(1, 'created'))
      .thenRejected('item-task/claimed-by-another');
  });
});

describe('An attempt to reach somebody', () => {
  const first = [opened(1, 'Patient Contact 1st', [1]), claimed(1)];
  const again = opened(2, 'Patient Contact 2nd', [1], TOMORROW);
  const noAnswer = { task: 'Patient Contact 1st', outcome: 'no-answer', party: 'member', number: 1 } as const;

  it('has a number, a method and a note, and says when the next one is due', () => {
    after(...first)
      .when(record(1, 'no-answer', { method: 'Text message', note: 'Number from the plan' }))
      .then([
        again,
        attempted(1, 1, { ...noAnswer, method: 'Text message', note: 'Number from the plan', nextDueAt: TOMORROW }),
        completed(1),
      ]);
  });

  it('is made as usual, and counted for each party', () => {
    const member = attempted(1, 1, { ...noAnswer, method: 'Phone', nextDueAt: TOMORROW });
    after(...first, again, member, completed(1), claimed(2))
      .when(record(2, 'left-message'))
      .then([
        opened(3, 'Patient Contact 3rd', [1], IN_TWO_DAYS),
        attempted(2, 2, {
          task: 'Patient Contact 2nd',
          outcome: 'left-message',
          party: 'member',
          number: 2,
          method: 'Phone',
          nextDueAt: IN_TWO_DAYS,
        }),
        completed(2),
      ]);
    after(...first, member, opened(2, 'Physician Paperwork 4th', [1]), completed(1), claimed(2))
      .when(record(2, 'no-answer'))
      .then([
        stoppedFor(2, [1], 'No paperwork from the physician'),
        attempted(2, 2, {
          task: 'Physician Paperwork 4th',
          outcome: 'no-answer',
          party: 'physician',
          number: 1,
          method: 'Fax',
          nextDueAt: null,
        }),
        completed(2),
      ]);
  });

  it('does not count once it was undone', () => {
    const member = attempted(1, 1, { ...noAnswer, method: 'Phone', nextDueAt: TOMORROW });
    after(
      ...first,
      again,
      member,
      completed(1),
      opened(3, 'Patient Contact 1st', [1]),
      claimed(3),
      undone(1, 1, 'no-answer', [1]),
      completed(2),
    )
      .when(record(3, 'no-answer'))
      .then([
        opened(4, 'Patient Contact 2nd', [1], TOMORROW),
        attempted(2, 3, { ...noAnswer, method: 'Phone', nextDueAt: TOMORROW }),
        completed(3),
      ]);
  });
});

describe('Moving items elsewhere than an outcome leads', () => {
  it('is recorded with its reason', () => {
    after(opened(1, 'Log CMN', [1]), claimed(1))
      .when(move(1, 'Backordered', [1]))
      .then([
        opened(2, 'Backordered', [1], '2026-11-28T06:00:00.000Z'),
        recordedMove(1, 1, 'Log CMN', [1]),
        completed(1),
      ]);
  });
});

describe('An outcome that is undone', () => {
  const created = [
    opened(1, 'Create Patient', [1, 2]),
    claimed(1),
    opened(2, 'Patient Contact 1st', [1, 2]),
    recorded(1, 1, 'Create Patient', 'created', [1, 2]),
    completed(1),
  ];
  const back = [opened(3, 'Create Patient', [1, 2]), claimed(3), undone(1, 1, 'created', [1, 2])];

  it('returns its items to a task of the same name and due day, held by the person', () => {
    after(...created)
      .when(undo(1, { at: '2026-11-20T18:09:59.000Z' }))
      .then([
        {
          type: 'TaskOpened',
          data: {
            referralId,
            taskId: '1-3',
            task: 'Create Patient',
            itemIds: [1, 2],
            openedAt: '2026-11-20T18:09:59.000Z',
            since: at,
            dueAt: '2026-11-21T06:00:00.000Z',
          },
        },
        claimed(3),
        {
          type: 'OutcomeUndone',
          data: {
            referralId,
            outcomeId: '1-1',
            taskId: '1-1',
            outcome: 'created',
            itemIds: [1, 2],
            undoneAt: '2026-11-20T18:09:59.000Z',
          },
        },
        { type: 'TaskCompleted', data: { referralId, taskId: '1-2', completedAt: '2026-11-20T18:09:59.000Z' } },
      ]);
    after(...created)
      .when(undo(1))
      .then([...back, completed(2)]);
  });

  it('returns them to the task that is still open', () => {
    after(
      opened(1, 'Create Patient', [1, 2]),
      claimed(1),
      opened(2, 'Patient Contact 1st', [2]),
      recorded(1, 1, 'Create Patient', 'created', [2]),
    )
      .when(undo(1))
      .then([moved(2, 1, [2]), undone(1, 1, 'created', [2]), completed(2)]);
  });

  it('takes up again what it stopped or closed', () => {
    after(
      opened(1, 'Create Patient', [1, 2]),
      claimed(1),
      stopped(1, [1, 2]),
      recorded(1, 1, 'Create Patient', 'duplicate', [1, 2]),
      completed(1),
    )
      .when(undo(1))
      .then([opened(2, 'Create Patient', [1, 2]), claimed(2), undone(1, 1, 'duplicate', [1, 2])]);
    after(
      opened(1, 'Delivered', [1, 2], IN_TWO_DAYS),
      claimed(1),
      recorded(1, 1, 'Delivered', 'confirmed', [1, 2]),
      completed(1),
    )
      .when(undo(1))
      .then([opened(2, 'Delivered', [1, 2], IN_TWO_DAYS), claimed(2), undone(1, 1, 'confirmed', [1, 2])]);
  });

  it('leaves its task to everybody if nobody held it, and on hold if it was', () => {
    const before = { dueAt: '2026-11-21T06:00:00.000Z', fellDue: false };
    const onHold = { until: '2026-11-23', resumesAt: '2026-11-23T06:00:00.000Z', reason: 'In hospital', before };
    const held = (n: number): ItemTaskEvent => ({
      type: 'TaskPutOnHold',
      data: { referralId, taskId: `1-${n}`, onHold, dueAt: '2026-11-24T06:00:00.000Z' },
    });
    after(
      opened(1, 'Create Patient', [1]),
      held(1),
      claimed(1),
      opened(2, 'Patient Contact 1st', [1]),
      recorded(1, 1, 'Create Patient', 'created', [1], { wasUnassigned: true }),
      completed(1),
    )
      .when(undo(1))
      .then([
        opened(3, 'Create Patient', [1], '2026-11-24T06:00:00.000Z'),
        held(3),
        undone(1, 1, 'created', [1]),
        completed(2),
      ]);
  });

  it('leaves its task overdue at once if it was: nothing falls due a second time later', () => {
    after(
      opened(1, 'Create Patient', [1]),
      fellDue(1),
      claimed(1),
      opened(2, 'Patient Contact 1st', [1]),
      recorded(1, 1, 'Create Patient', 'created', [1], { wasUnassigned: true }),
      completed(1),
    )
      .when(undo(1))
      .then([opened(3, 'Create Patient', [1]), fellDue(3), undone(1, 1, 'created', [1]), completed(2)]);
  });

  it('is undone once', () => {
    after(...created, ...back, completed(2))
      .when(undo(1))
      .thenNothing();
  });

  it('is known, one’s own, and ten minutes old at most', () => {
    after(...created)
      .when(undo(9))
      .thenRejected('item-task/unknown-outcome');
    after(...created)
      .when(undo(1, { by: minh }))
      .thenRejected('item-task/not-your-outcome');
    after(...created)
      .when(undo(1, { at: '2026-11-20T18:40:00.000Z' }))
      .thenRejected('item-task/undo-window-closed');
  });

  it('is the last thing that happened to its items', () => {
    after(...created, opened(3, 'Select Items', [1]))
      .when(undo(1))
      .thenRejected('item-task/moved-on');
    after(...created, claimed(2, minh))
      .when(undo(1))
      .thenRejected('item-task/claimed-by-another');
    after(
      opened(1, 'Create Patient', [1]),
      stopped(1, [1]),
      recorded(1, 1, 'Create Patient', 'duplicate', [1]),
      completed(1),
      canceled([1]),
    )
      .when(undo(1))
      .thenRejected('item-task/moved-on');
  });
});
