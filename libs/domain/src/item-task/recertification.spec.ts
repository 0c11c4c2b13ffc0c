import { describe, expect, it } from '@jest/globals';
import { A_RECERTIFICATION } from '../audit/recertification.testing.js';
import { evolveRecertification, type RecertificationAsOf } from '../audit/recertification-as-of.js';
import { given } from '../kernel/given.testing.js';
import { itemTaskDecider, recertificationDecider, taskDeciderOf } from './item-task.decider.js';
import type { ItemTaskEvent } from './item-task.events.js';
import { dana, minh } from './item-task.testing.js';
import { type CorrectRecertification, type OpenRecertification, renewalIdOf } from './recertification.js';
import type { RecertTaskName, TaskName } from './catalogue/task-catalogue.js';
import { NOTHING_ORDERED, type OutcomeName } from './catalogue/task-outcomes.js';

const [first] = A_RECERTIFICATION;
if (first?.type !== 'RecertificationOpened') throw new Error('A recertification begins with its opening.');
const { referralId, openedAt, ...facts } = first.data;
/** Noon of 2026-11-20 in Chicago. */
const at = openedAt;
const moment = { referralId, at, dayMs: null };

const open = (data: Partial<OpenRecertification['data']> = {}): OpenRecertification => ({
  type: 'OpenRecertification',
  data: { ...moment, facts, task: 'Recert Review', startOn: null, by: dana, ...data },
});
const opened = (n: number, task: TaskName, dueAt: string): ItemTaskEvent => ({
  type: 'TaskOpened',
  data: { referralId, taskId: `${referralId}-${n}`, task, itemIds: [1], openedAt: at, dueAt },
});
const TODAY = '2026-11-21T06:00:00.000Z';
const after = (...events: ItemTaskEvent[]) => given(recertificationDecider, events);
const record = (n: number, outcome: OutcomeName) =>
  ({
    type: 'RecordOutcome',
    data: {
      ...moment,
      taskId: `${referralId}-${n}`,
      outcome,
      by: dana,
      order: NOTHING_ORDERED,
      itemIds: null,
      method: null,
      note: null,
      orderId: null,
    },
  }) as const;

/** Records the outcomes one after another; returns the tasks that they lead to, and how the recertification ended. */
function follow(...outcomes: OutcomeName[]) {
  let events = recertificationDecider.decide(recertificationDecider.initialState, open());
  const state = () => events.reduce(recertificationDecider.evolve, recertificationDecider.initialState);
  for (const outcome of outcomes) {
    events = [...events, ...recertificationDecider.decide(state(), record(state().tasks.length, outcome))];
  }
  const { tasks, items } = state();
  const reasons = events.flatMap((event) => (event.type === 'ItemsStopped' ? event.data.reason : []));
  return { tasks: tasks.map(({ task }) => task), open: tasks.some((task) => !task.completedAt), items, reasons };
}

describe('A recertification', () => {
  it('begins with a task that is due today, with the supply as its only item', () => {
    after()
      .when(open())
      .then([first, opened(1, 'Recert Review', TODAY)]);
    after()
      .when(open({ startOn: '2026-11-20' }))
      .then([first, opened(1, 'Recert Review', TODAY)]);
  });

  it.each([
    ['Recert Review', TODAY],
    ['Recert Physician Paperwork 1st', '2026-12-12T06:00:00.000Z'],
    ['Recert Physician Paperwork 2nd', '2026-11-28T06:00:00.000Z'],
    ['Recert Physician Paperwork 4th', '2026-11-28T06:00:00.000Z'],
    ['Recert Log CMN', TODAY],
    ['Recert Submit Authorization', TODAY],
  ] as const satisfies readonly (readonly [RecertTaskName, string])[])('can begin with %s', (task, dueAt) => {
    after()
      .when(open({ task }))
      .then([first, opened(1, task, dueAt)]);
  });

  it('waits on hold until the day on which it is to begin', () => {
    const [, , held] = after()
      .when(open({ startOn: '2026-12-01' }))
      .events();
    expect(held).toMatchObject({
      type: 'TaskPutOnHold',
      data: { onHold: { until: '2026-12-01', reason: null }, dueAt: '2026-12-02T06:00:00.000Z' },
    });
    after()
      .when(open({ startOn: '2026-11-19' }))
      .thenRejected('item-task/hold-day-not-ahead');
    after()
      .when(open({ startOn: '2027-11-19' }))
      .thenRejected('item-task/hold-too-long');
  });

  it('is not opened twice', () => {
    after(first, opened(1, 'Recert Review', TODAY))
      .when(open())
      .thenRejected('recertification/already-opened');
  });

  it('goes from the review to the authorization by the usual outcomes', () => {
    expect(follow('needed', 'received', 'complete', 'approved')).toMatchObject({
      tasks: ['Recert Review', 'Recert Physician Paperwork 1st', 'Recert Log CMN', 'Recert Submit Authorization'],
      open: false,
      items: [{ itemId: 1, status: 'delivered' }],
      reasons: [],
    });
  });

  it('ends after the fourth request without paperwork', () => {
    const { tasks, ...end } = follow('needed', 'no-answer', 'no-answer', 'no-answer', 'no-answer');
    expect(tasks).toHaveLength(5);
    expect(end).toMatchObject({
      open: false,
      items: [{ status: 'stopped' }],
      reasons: ['No paperwork from the physician'],
    });
  });

  it('is worked like the tasks of a referral', () => {
    const taskId = `${referralId}-1`;
    const waiting = after(first, opened(1, 'Recert Review', TODAY));
    const claimed = { type: 'TaskClaimed', data: { referralId, taskId, assignee: dana } } as const;
    waiting.when({ type: 'ClaimTask', data: { referralId, taskId, by: dana } }).then([claimed]);
    after(first, opened(1, 'Recert Review', TODAY), claimed)
      .when({ type: 'ClaimTask', data: { referralId, taskId, by: minh } })
      .thenRejected('item-task/claimed-by-another');
    waiting
      .when({ type: 'FireDueDay', data: { referralId, taskId, at: TODAY } })
      .then([{ type: 'TaskFellDue', data: { referralId, taskId, dueAt: TODAY } }]);
  });

  it('does not go to a task of a referral, nor the other way', () => {
    const move = (task: TaskName) =>
      ({
        type: 'MoveItems',
        data: { ...moment, taskId: `${referralId}-1`, itemIds: [1], task, note: 'Asked for', by: dana },
      }) as const;
    after(first, opened(1, 'Recert Review', TODAY))
      .when(move('Shipped'))
      .thenRejected('item-task/other-work');
    const selected = given(itemTaskDecider, [opened(1, 'Select Items', TODAY)]);
    selected.when(move('Recert Log CMN')).thenRejected('item-task/other-work');
    selected
      .when({ type: 'OpenTask', data: { ...moment, itemIds: [1], task: 'Recert Review', by: dana } })
      .thenRejected('item-task/other-work');
  });

  it('is in streams of its own, by its id', () => {
    expect(taskDeciderOf(referralId).category).toBe('recertification');
    expect(taskDeciderOf('263254123071844').category).toBe('itemTask');
  });

  it('is named after the referral that it renews, by a number', () => {
    expect([1, 12, 100].map((number) => renewalIdOf('263254123071844', number))).toEqual([
      'R26325412307184401',
      'R26325412307184412',
      'R263254123071844100',
    ]);
  });

  it('is known by what was said when it was opened, what was corrected since, and its tasks', () => {
    const known = A_RECERTIFICATION.reduce<RecertificationAsOf | null>(evolveRecertification, null);
    expect(known).toMatchObject({
      ...facts,
      itemCategory: 'Supplies',
      corrections: 3,
      openedAt,
      member: { ...facts.member, phone: '6025550199', state: 'NM' },
      physician: { ...facts.physician, fax: null },
      items: [{ currentTask: { name: 'Stopped' }, stoppedReason: 'The supply is no longer covered' }],
      tasks: [{ task: 'Recert Review', department: 'Medical Records', itemIds: [1] }],
    });
    expect(evolveRecertification(null, opened(1, 'Recert Review', TODAY))).toBeNull();
  });
});

describe('A correction of a recertification', () => {
  const { member, physician } = facts;
  const correct = (wanted: CorrectRecertification['data']['facts'], seen = 0): CorrectRecertification => ({
    type: 'CorrectRecertification',
    data: { referralId, seen, facts: wanted, at },
  });
  const moved: ItemTaskEvent = {
    type: 'RecertifiedMemberCorrected',
    data: { referralId, before: { phone: member.phone }, after: { phone: '6025550199' }, correctedAt: at },
  };

  it('is the facts that changed, each kind by itself', () => {
    const wanted = {
      member: { ...member, phone: '6025550199' },
      physician: { ...physician, fax: null },
      itemCategory: 'Supplies',
      certifiedUntil: null,
    };
    after(first)
      .when(correct(wanted))
      .then([
        moved,
        {
          type: 'CertifyingPhysicianCorrected',
          data: { referralId, before: { fax: physician.fax }, after: { fax: null }, correctedAt: at },
        },
        {
          type: 'CertificationCorrected',
          data: {
            referralId,
            before: { itemCategory: facts.itemCategory, certifiedUntil: facts.certifiedUntil },
            after: { itemCategory: 'Supplies', certifiedUntil: null },
            correctedAt: at,
          },
        },
      ]);
  });

  it('changes nothing where it is as wanted already, and what it leaves out stays', () => {
    after(first).when(correct({ member })).thenNothing();
    after(first).when(correct({})).thenNothing();
  });

  it('collides with what another person changed meanwhile, and with that alone', () => {
    after(first, moved)
      .when(correct({ member: { ...member, phone: '6025550111' } }))
      .thenRejected('recertification/changed-meanwhile');
    const [renamed] = after(first, moved)
      .when(correct({ member: { ...member, lastName: 'Ortiz' } }))
      .events();
    expect(renamed?.data).toMatchObject({ before: { lastName: member.lastName }, after: { lastName: 'Ortiz' } });
  });

  it('replaces what its author has seen', () => {
    const [event] = after(first, moved)
      .when(correct({ member: { ...member, phone: '6025550111' } }, 1))
      .events();
    expect(event?.data).toMatchObject({ before: { phone: '6025550199' }, after: { phone: '6025550111' } });
  });

  it('is refused before there is one', () => {
    after().when(correct({ member })).thenRejected('recertification/unknown');
  });
});
