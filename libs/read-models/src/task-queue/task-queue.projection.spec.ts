import { describe, expect, it } from '@jest/globals';
import { type OutcomeName, recertificationDecider, type ReferralSubmitted } from '@throughline/domain';
import { anOrder } from '../testing/orders.js';
import { RECERTIFIED } from '../testing/random-recertifications.js';
import { RECERTIFICATION_ID } from '../testing/random-steps.js';
import { project } from '../testing/project.js';
import { SAM, Story } from '../testing/story.js';
import { taskQueueProjection } from './task-queue.projection.js';

const ID = '263251234512345';
const ANY_ORDER = { insuranceType: { medicare: false, medicaid: true, commercial: false }, items: [] };
const rowsOf = (story: Story) => project(taskQueueProjection, story.events).rows;

describe('Task queue', () => {
  it('shows a new referral as one task for all of its items', () => {
    expect(rowsOf(new Story().submit(ID)).get(`${ID}-1`)?.row).toEqual({
      taskId: `${ID}-1`,
      referralId: ID,
      task: 'Create Patient',
      department: 'Demos',
      categories: ['Custom Item'],
      memberLastName: 'Diaz',
      memberFirstName: 'Rosa',
      memberState: 'TX',
      medicaidId: 'MD-4711',
      payor: 'Medicaid',
      items: [
        { id: 1, item: 'Item 1', qty: 1 },
        { id: 2, item: 'Item 2', qty: 1 },
      ],
      caseOpenedAt: '2026-11-21T12:00:00.000Z',
      stepSince: '2026-11-21T12:01:00.000Z',
      openedAt: '2026-11-21T12:01:00.000Z',
      dueAt: '2026-11-22T06:00:00.000Z',
      fellDue: false,
      assignee: null,
      completedAt: null,
    });
  });

  it('shows a recertification under its sub-department, and finds it by the referral that it renews and by the Medicaid id', () => {
    const data = { referralId: RECERTIFICATION_ID, facts: RECERTIFIED, task: 'Recert Review', startOn: null } as const;
    const story = new Story();
    const { now: at } = story;
    story.execute(recertificationDecider, RECERTIFICATION_ID, {
      type: 'OpenRecertification',
      data: { ...data, by: SAM, at, dayMs: null },
    });
    const { search, row } = rowsOf(story).get(`${RECERTIFICATION_ID}-1`)!;
    expect(search).toContain(`${RECERTIFIED.renews} md-1`);
    expect(row).toMatchObject({
      renews: RECERTIFIED.renews,
      medicaidId: 'MD-1',
      task: 'Recert Review',
      department: 'Medical Records',
      categories: ['Recert Review'],
      memberLastName: 'Diaz',
      memberState: 'TX',
      items: [{ id: 1, item: 'Recertification of Incontinence', qty: 1 }],
      caseOpenedAt: at,
    });
    story.execute(recertificationDecider, RECERTIFICATION_ID, {
      type: 'MoveItems',
      data: {
        referralId: RECERTIFICATION_ID,
        taskId: `${RECERTIFICATION_ID}-1`,
        itemIds: [1],
        task: 'Recert Log CMN',
        note: null,
        by: SAM,
        at: story.now,
        dayMs: null,
      },
    });
    const next = rowsOf(story).get(`${RECERTIFICATION_ID}-2`)!.row;
    expect(next).toMatchObject({ department: 'DocuCert', categories: ['Incontinence'], stepSince: next.openedAt });
  });

  it('moves items between rows and keeps in a completed task what it was about', () => {
    const rows = rowsOf(
      new Story().submit(ID).move(`${ID}-1`, [1], 'Patient Contact 1st').move(`${ID}-1`, [2], 'Backordered'),
    );
    expect([...rows.values()].map(({ row }) => [row.task, row.items.map(({ id }) => id), row.completedAt])).toEqual([
      ['Create Patient', [1, 2], '2026-11-21T12:03:00.000Z'],
      ['Patient Contact 1st', [1], null],
      ['Backordered', [2], null],
    ]);
  });

  it.each([
    ['Medicaid', { medicare: false, medicaid: true, commercial: false }, {}],
    ['Saguaro Health Plan', { medicare: false, medicaid: true, commercial: false }, { plan: 'Saguaro Health Plan' }],
    ['Medicaid + Medicare + Aetna', { medicare: true, medicaid: true, commercial: true }, { commIns1Name: 'Aetna' }],
    ['Medicare + Commercial', { medicare: true, medicaid: false, commercial: true }, {}],
    [null, { medicare: false, medicaid: false, commercial: false }, {}],
  ] as const)('names who pays: %s', (payor, insuranceType, more) => {
    const order = anOrder();
    const insured = { ...order, insuranceInfo: { ...order.insuranceInfo, insuranceType, ...more } };
    const { row, search } = rowsOf(new Story().submit(ID, insured)).get(`${ID}-1`)!;
    expect(row.payor).toBe(payor);
    if (payor !== null) expect(search).toContain(`|${payor.toUpperCase()}|`);
  });

  it('names who pays after a correction, whose Medicaid id it keeps', () => {
    const { insuranceInfo } = anOrder();
    const insuranceType = { medicare: true, medicaid: true, commercial: false };
    const story = new Story().submit(ID).correct(ID, { order: { insuranceInfo: { ...insuranceInfo, insuranceType } } });
    expect(rowsOf(story).get(`${ID}-1`)?.row).toMatchObject({ payor: 'Medicaid + Medicare', medicaidId: 'MD-4711' });
  });

  it('shows what was corrected in the rows of open tasks', () => {
    const { memberInfo, insuranceInfo } = anOrder();
    const story = new Story()
      .submit(ID)
      .move(`${ID}-1`, [1, 2], 'Shipped')
      .correct(ID, {
        order: {
          memberInfo: { ...memberInfo, lastName: 'Vega', city: 'Tulsa', state: 'OK' },
          insuranceInfo: { ...insuranceInfo, medicaidId: 'A12 345' },
        },
        items: [{ id: 2, qty: 7 }],
      });
    const { search, row } = rowsOf(story).get(`${ID}-2`)!;
    expect(search).toContain('vega rosa a12 345 a12345 ok');
    expect(row).toMatchObject({
      memberLastName: 'Vega',
      memberState: 'OK',
      items: [
        { id: 1, qty: 1 },
        { id: 2, qty: 7 },
      ],
    });
    expect(rowsOf(story).get(`${ID}-1`)?.row).toMatchObject({
      memberLastName: 'Diaz',
      items: [{ qty: 1 }, { qty: 1 }],
    });
  });

  it('names an item with its option, and with another one after a correction', () => {
    const option = (name: string) => ({ id: name, name, hcpcs: null });
    const { events } = new Story().submit(ID).correct(ID, { items: [{ id: 1, qty: 3 }] });
    const withOptions = (after: ReturnType<typeof option> | null) =>
      events.map((one) => {
        if (one.type === 'ItemQuantityChanged')
          return { ...one, type: 'ItemOptionChanged', data: { ...(one.data as object), before: null, after } };
        if (one.type !== 'ReferralSubmitted') return one;
        const { order, ...data } = one.data as ReferralSubmitted['data'];
        const items = order.items.map((item) => (item.id === 1 ? { ...item, option: option('5 lb') } : item));
        return { ...one, data: { ...data, order: { ...order, items } } };
      }) as typeof events;
    const namesIn = (of: typeof events) =>
      project(taskQueueProjection, of)
        .rows.get(`${ID}-1`)
        ?.row.items.map(({ item }) => item);
    expect(namesIn(withOptions(null).slice(0, -1))).toEqual(['Item 1 · 5 lb', 'Item 2']);
    expect(namesIn(withOptions(option('7 lb')))).toEqual(['Item 1 · 7 lb', 'Item 2']);
    expect(namesIn(withOptions(null))).toEqual(['Item 1', 'Item 2']);
  });

  it('takes in an item that was added, and lets go one that was removed', () => {
    const { id: _, ...line } = anOrder({ items: 1 }).items[0]!;
    const moment = { referralId: ID, at: '2026-11-21T13:00:00.000Z', dayMs: null };
    const story = new Story()
      .submit(ID)
      .correct(ID, { added: [line], items: [{ id: 2, deleted: true }] })
      .work('EnterItems', { ...moment, itemIds: [3] })
      .work('WithdrawItems', { ...moment, itemIds: [2] });
    expect([...rowsOf(story).values()].map(({ row }) => [row.task, row.items.map(({ id }) => id)])).toEqual([
      ['Create Patient', [1]],
      ['Select Items', [3]],
    ]);
    story.work('EnterItems', { ...moment, itemIds: [2] }).work('WithdrawItems', { ...moment, itemIds: [1] });
    expect([...rowsOf(story).values()].map(({ row }) => [row.task, row.completedAt !== null])).toEqual([
      ['Create Patient', true],
      ['Select Items', false],
    ]);
  });

  it('shows no task without items, however few of the events of a command have come', () => {
    const { events } = new Story()
      .submit(ID)
      .move(`${ID}-1`, [1, 2], 'Patient Contact 1st')
      .work('StopItems', { referralId: ID, itemIds: [1, 2], reason: 'moved away', at: 'x' });
    const halfTold = events.map((_, count) => project(taskQueueProjection, events.slice(0, count + 1)).rows);
    expect(halfTold.flatMap((rows) => [...rows.values()]).filter(({ row }) => row.items.length === 0)).toEqual([]);
  });

  it('counts the time in a step from when it was reached, over all tasks of the step', () => {
    const rows = rowsOf(
      new Story()
        .submit(ID)
        .move(`${ID}-1`, [1, 2], 'Patient Contact 1st')
        .move(`${ID}-2`, [1, 2], 'Patient Contact 2nd')
        .claim(`${ID}-3`),
    );
    expect(rows.get(`${ID}-3`)?.row).toMatchObject({
      task: 'Patient Contact 2nd',
      openedAt: '2026-11-21T12:03:00.000Z',
      stepSince: '2026-11-21T12:02:00.000Z',
      assignee: SAM,
    });
  });

  describe('after an outcome was undone', () => {
    const record = (story: Story, taskId: string, outcome: OutcomeName, itemIds: readonly number[] | null = null) =>
      story.work('RecordOutcome', {
        referralId: ID,
        taskId,
        outcome,
        itemIds,
        note: null,
        method: null,
        orderId: null,
        by: SAM,
        order: ANY_ORDER,
        at: story.now,
        dayMs: null,
      });
    const undo = (story: Story, number: number) =>
      story.work('UndoOutcome', { referralId: ID, outcomeId: `${ID}-${number}`, by: SAM, at: story.now, dayMs: null });
    const shown = (story: Story) =>
      [...rowsOf(story).values()].map(({ row, completed_at }) => [
        row.taskId.slice(ID.length),
        row.task,
        completed_at === null ? 'open' : completed_at === '-infinity' ? 'undone' : (row.outcome?.name ?? 'completed'),
      ]);

    it('counts neither its task nor the one that it had opened as completed, and tells live of both', () => {
      const story = record(new Story().submit(ID), `${ID}-1`, 'created');
      expect(shown(story)).toEqual([
        ['-1', 'Create Patient', 'created'],
        ['-2', 'Patient Contact 1st', 'open'],
      ]);
      const before = project(taskQueueProjection, story.events).feed.length;
      undo(story.claim(`${ID}-2`), 1);
      expect(shown(story)).toEqual([
        ['-1', 'Create Patient', 'undone'],
        ['-2', 'Patient Contact 1st', 'undone'],
        ['-3', 'Create Patient', 'open'],
      ]);
      const undone = project(taskQueueProjection, story.events).feed.slice(before);
      const last = new Map(undone.map(({ key, row }) => [key, 'undoneAt' in row]));
      expect(last).toEqual(new Map([1, 2, 3].map((n) => [`${ID}-${n}`, n < 3])));
      record(story, `${ID}-3`, 'created');
      expect(shown(story).map(([, , state]) => state)).toEqual(['undone', 'undone', 'created', 'open']);
    });

    it('has waited in the task to which the work returns since the original one was opened', () => {
      const story = record(new Story().submit(ID), `${ID}-1`, 'created');
      const opened = rowsOf(story).get(`${ID}-1`)!.row.openedAt;
      undo(story.claim(`${ID}-2`), 1);
      const again = rowsOf(story).get(`${ID}-3`)!.row;
      expect([again.openedAt, again.stepSince]).toEqual([opened, opened]);
    });

    it('leaves as completed what another outcome completed, and as open what still has items', () => {
      const story = record(new Story().submit(ID), `${ID}-1`, 'created', [1]);
      record(story, `${ID}-1`, 'created', [2]);
      undo(story, 1);
      expect(shown(story)).toEqual([
        ['-1', 'Create Patient', 'created'],
        ['-2', 'Patient Contact 1st', 'open'],
        ['-3', 'Create Patient', 'open'],
      ]);
      undo(story, 2);
      expect(shown(story).map(([, , state]) => state)).toEqual(['undone', 'undone', 'open']);
    });

    it('keeps in the undone row the member as it was, whatever was corrected meanwhile', () => {
      const story = record(new Story().submit(ID), `${ID}-1`, 'created');
      story.correct(ID, { order: { memberInfo: { ...anOrder().memberInfo, lastName: 'Vega' } } });
      undo(story, 1);
      expect([...rowsOf(story).values()].map(({ row }) => row.memberLastName)).toEqual(['Diaz', 'Vega', 'Vega']);
    });
  });

  it('tells live of the one row that changed', () => {
    const story = new Story().submit(ID).move(`${ID}-1`, [1], 'Shipped');
    const before = project(taskQueueProjection, story.events).feed.length;
    const { feed } = project(taskQueueProjection, story.claim(`${ID}-2`).events);
    expect(feed.slice(before)).toMatchObject([
      { topic: 'task-queue', key: `${ID}-2`, audience: ['staff'], row: { assignee: SAM } },
    ]);
  });

  it('leaves a row alone when nothing about it changed', () => {
    const story = new Story().submit(ID).claim(`${ID}-1`);
    expect(story.claim(`${ID}-1`).events).toHaveLength(3);
  });

  it('empties a task whose items were stopped, and closes it', () => {
    const rows = rowsOf(
      new Story().submit(ID).work('StopItems', { referralId: ID, itemIds: [1, 2], reason: 'moved away', at: 'x' }),
    );
    expect(rows.get(`${ID}-1`)?.completed_at).not.toBeNull();
    expect(rows.get(`${ID}-1`)?.row.stopped).toBe(true);
  });

  it('does not call a task stopped whose last items went elsewhere', () => {
    const stopsOne = { referralId: ID, itemIds: [1], reason: 'moved away', at: '2026-11-21T12:01:30.000Z' };
    const rows = rowsOf(new Story().submit(ID).work('StopItems', stopsOne).move(`${ID}-1`, [2], 'Patient Contact 1st'));
    expect([...rows.values()].map(({ row }) => [row.completedAt !== null, row.stopped ?? false])).toEqual([
      [true, false],
      [false, false],
    ]);
  });
});
