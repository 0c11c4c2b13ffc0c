import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { filtersOf, NOBODY, QUEUE_TABS, type QueueTab, COMPLETED_DAYS } from '@throughline/contracts';
import { sql } from 'kysely';
import { feedPosition } from '../change-feed/change-feed.js';
import { append, type Engines, openEngines, projectAll } from '../testing/engines.js';
import { anOrder } from '../testing/orders.js';
import { SAM, Story } from '../testing/story.js';
import { summarizeTasks } from './task-summary.query.js';
import { getTask, type ListTasks, listTasks, listTasksOfReferral } from './task-queue.query.js';

/** Long after and long before the time at which this spec runs. */
const FUTURE = '2999-01-01T00:00:00.000Z';
const PAST = '2001-01-01T00:00:00.000Z';

describe('Listing tasks', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    const story = new Story();
    const open = (
      referralId: string,
      task: 'Patient Contact 1st' | 'Backordered',
      dueAt: string | null,
      lastName = 'Diaz',
    ) => {
      story.submit(referralId, anOrder({ items: 1, member: { lastName, state: dueAt === PAST ? 'AZ' : 'TX' } }));
      const data = { referralId, taskId: `${referralId}-2`, task, itemIds: [1], openedAt: story.now, dueAt };
      story.record(`itemTask-${referralId}`, { type: 'TaskOpened', data });
      const completed = { referralId, taskId: `${referralId}-1`, completedAt: PAST };
      story.record(`itemTask-${referralId}`, { type: 'TaskCompleted', data: completed });
    };
    open('1', 'Patient Contact 1st', FUTURE, 'Zed D’Arcy-Ødegård');
    open('2', 'Patient Contact 1st', FUTURE, 'abel');
    open('3', 'Patient Contact 1st', PAST);
    open('4', 'Backordered', FUTURE);
    open('5', 'Backordered', PAST);
    open('6', 'Patient Contact 1st', null);
    open('7', 'Patient Contact 1st', FUTURE);
    open('8', 'Patient Contact 1st', FUTURE);
    open('9', 'Patient Contact 1st', FUTURE);
    for (const referralId of ['8', '9']) {
      const before = { dueAt: FUTURE, fellDue: false };
      const onHold = { until: '2999-01-01', resumesAt: FUTURE, reason: null, before };
      const data = { referralId, taskId: `${referralId}-2`, onHold, dueAt: FUTURE };
      story.record(`itemTask-${referralId}`, { type: 'TaskPutOnHold', data });
    }
    const resumed = { referralId: '9', taskId: '9-2', dueAt: FUTURE, fellDue: false };
    story.record('itemTask-9', { type: 'TaskResumed', data: resumed });
    story.claim('9-2');
    story.claim('2-2').claim('5-2');
    story.record('itemTask-6', { type: 'TaskFellDue', data: { referralId: '6', taskId: '6-2', dueAt: PAST } });
    const now = new Date().toISOString();
    const ended = { referralId: '7', taskId: '7-2', outcomeId: '7-2', outcome: 'no-answer', itemIds: [1] } as const;
    const by = { task: 'Patient Contact 1st', note: null, by: SAM, wasUnassigned: true, recordedAt: now } as const;
    story.record('itemTask-7', { type: 'OutcomeRecorded', data: { ...ended, ...by } });
    story.record('itemTask-7', { type: 'TaskCompleted', data: { referralId: '7', taskId: '7-2', completedAt: now } });
    story.submit('10', anOrder({ items: 1 }));
    const about = { referralId: '10', taskId: '10-1' };
    const outcome = { ...about, outcomeId: '10-1', outcome: 'created', itemIds: [1] } as const;
    const recorded = { task: 'Create Patient', note: null, by: SAM, wasUnassigned: true, recordedAt: now } as const;
    story.record('itemTask-10', { type: 'OutcomeRecorded', data: { ...outcome, ...recorded } });
    story.record('itemTask-10', { type: 'TaskCompleted', data: { ...about, completedAt: now } });
    story.record('itemTask-10', { type: 'OutcomeUndone', data: { ...outcome, undoneAt: now } });
    await append(engines.store, story.events);
    await projectAll(engines);
    const daysOld = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
    await engines.db
      .updateTable('task_queue')
      .set({ case_opened_at: daysOld(0) })
      .execute();
    await engines.db
      .updateTable('task_queue')
      .set({ case_opened_at: daysOld(15) })
      .where('task_id', '=', '3-2')
      .execute();
  });
  afterAll(() => engines.close());

  const list = (tab: QueueTab, query: Partial<ListTasks> = {}) =>
    listTasks(engines.db, {
      viewerUserId: 'sam',
      tab,
      page: 0,
      pageSize: 25,
      search: '',
      ...filtersOf(() => []),
      ...query,
    });
  const ids = async (tab: QueueTab, query: Partial<ListTasks> = {}) =>
    (await list(tab, query)).rows.map(({ taskId }) => taskId);

  it.each<[QueueTab, string, string[]]>([
    ['unassigned', 'what nobody holds, the most urgent first and what has no due day last', ['3-2', '1-2', '6-2']],
    ['mine', 'the viewer’s, a backordered one once it is overdue, and one that is off hold', ['5-2', '2-2', '9-2']],
    ['on-hold', 'what waits for stock or until a day', ['4-2', '8-2']],
    ['overdue', 'what is past its due instant or has fallen due, assigned or not', ['3-2', '5-2', '6-2']],
    ['completed', 'what was completed lately and not undone', ['7-2']],
  ])('shows under %s %s', async (tab, _, expected) => {
    const answer = await list(tab);
    expect(answer.rows.map(({ taskId }) => taskId)).toEqual(expected);
    expect(answer.rowCount).toBe(expected.length);
  });

  it('counts every tab, for the viewer', async () => {
    const { tabCounts } = await list('mine');
    expect(tabCounts).toEqual({ unassigned: 3, mine: 3, 'on-hold': 2, overdue: 3, open: 8, completed: 1 });
    const others = await list('mine', { viewerUserId: 'somebody else' });
    expect(others).toMatchObject({ rows: [], tabCounts: { mine: 0 } });
  });

  it.each<[Partial<ListTasks>, string[]]>([
    [{ search: 'zed' }, ['1-2']],
    [{ search: "odegard D'ARCY" }, ['1-2']],
    [{ state: ['AZ'] }, ['3-2']],
    [
      { state: ['AZ', 'TX'], category: ['Custom Item'], department: ['Intake'], task: ['Patient Contact 1st'] },
      ['3-2', '1-2', '6-2'],
    ],
    [{ status: ['Pending Patient Contact'], step: ['Patient Contact'] }, ['3-2', '1-2', '6-2']],
    [{ step: ['Delivered', 'Shipped'] }, []],
    [{ age: ['14 days or more'] }, ['3-2']],
    [{ age: ['Today', '1-2 days'] }, ['1-2', '6-2']],
    [{ assignee: [NOBODY] }, ['3-2', '1-2', '6-2']],
    [{ assignee: ['sam'] }, []],
    [{ completed: ['1999-12-31'] }, ['3-2', '1-2', '6-2']],
    [{ completed: ['9999-12-31'] }, ['3-2', '1-2', '6-2']],
    [{ department: ['DocuCert'] }, []],
    [{ category: ['Breast Pump'] }, []],
  ])('is narrowed by %j, and so are its counts', async (query, expected) => {
    const answer = await list('unassigned', query);
    expect(answer.rows.map(({ taskId }) => taskId)).toEqual(expected);
    expect(answer.tabCounts.unassigned).toBe(expected.length);
  });

  it.each([
    ['No answer', ['7-2']],
    ['no answer', ['7-2']],
    ['Reached', []],
    ['answer', []],
  ])('finds completed tasks by the whole outcome that it shows, as by %s', async (search, expected) => {
    expect(await ids('completed', { search })).toEqual(expected);
  });

  it.each<[QueueTab, string, string[]]>([
    ['open', 'you', ['5-2', '2-2', '9-2']],
    ['open', 'due Dec 31, 2998', ['1-2', '2-2', '4-2', '9-2']],
    ['open', 'No due day', ['6-2']],
    ['open', 'on hold until 12/31/2998', ['8-2']],
    ['open', '15 d', ['3-2']],
    ['open', 'due today', []],
    ['completed', 'Today', ['7-2']],
    ['completed', 'done today', ['7-2']],
    ['completed', 'Yesterday', []],
    ['completed', 'due Dec 31, 2998', []],
  ])('finds under %s by what it shows in words, as by %s', async (tab, search, expected) => {
    const { rows, rowCount } = await list(tab, { search });
    expect(rows.map(({ taskId }) => taskId).sort()).toEqual([...expected].sort());
    expect(rowCount).toBe(expected.length);
    if (search === 'you') expect(await ids(tab, { search, viewerUserId: 'ben' })).toEqual([]);
  });

  it('finds completed tasks by how long they were in their step', async () => {
    const { rows } = await sql<{ days: number }>`
      select floor(extract(epoch from completed_at - step_since) / 86400)::int as days from task_queue where task_id = '7-2'`.execute(
      engines.db,
    );
    expect(await ids('completed', { search: `${rows[0]?.days} d` })).toEqual(['7-2']);
    expect(await ids('completed', { search: `${rows[0]!.days + 2} d` })).toEqual([]);
  });

  it('counts each department and category of the tab as if it alone were chosen', async () => {
    const { tabCounts, departmentCounts, categoryCounts } = await list('unassigned', { state: ['TX'] });
    expect(tabCounts.unassigned).toBe(2);
    expect(departmentCounts).toMatchObject({ Intake: 2, DocuCert: 0 });
    expect(categoryCounts).toMatchObject({ 'Custom Item': 2, 'Breast Pump': 0 });
    expect(await list('on-hold')).toMatchObject({ departmentCounts: { Intake: 1, Fullfillment: 1 } });

    const elsewhere = await list('unassigned', { state: ['TX'], department: ['DocuCert'], category: ['Custom Item'] });
    expect(elsewhere.tabCounts.unassigned).toBe(0);
    expect(elsewhere.departmentCounts).toMatchObject({ Intake: 2, DocuCert: 0 });
    expect(elsewhere.categoryCounts).toMatchObject({ 'Custom Item': 0 });
  });

  it('summarizes what is open by step and age, what is overdue by department, and what was completed by day and person', async () => {
    const { steps, ages, overdue, days, completed, people } = await summarizeTasks(engines.db, {});
    const counts = (parts: readonly { readonly count: number }[]) => parts.map(({ count }) => count);
    expect(counts(steps)).toEqual([0, 6, 0, 2, 0, 0, 0]);
    expect(counts(ages)).toEqual([7, 0, 0, 0, 1]);
    expect(overdue.filter(({ count }) => count > 0)).toEqual([
      { department: 'Intake', count: 2 },
      { department: 'Fullfillment', count: 1 },
    ]);
    expect(days).toHaveLength(COMPLETED_DAYS);
    expect(completed).toEqual([{ day: days.at(-1), person: null, count: 1 }]);
    expect(people).toEqual([{ person: null, count: 1 }]);
  });

  it.each<Partial<ListTasks>>([
    { state: ['TX'] },
    { search: 'diaz', assignee: [NOBODY] },
    { step: ['Patient Contact'], age: ['Today'] },
    { department: ['Intake'], completed: ['1999-12-31'] },
  ])(
    'counts in the summary what the queue lists under %j, with the value of a bar in place of others',
    async (query) => {
      const { steps, ages, overdue, completed, people } = await summarizeTasks(engines.db, query);
      const listed = async (tab: QueueTab, value: Partial<ListTasks>) =>
        (await list(tab, { ...query, ...value })).rowCount;
      for (const { step, count } of steps)
        expect([step, await listed('open', { step: [step] })]).toEqual([step, count]);
      for (const { age, count } of ages) expect([age, await listed('open', { age: [age] })]).toEqual([age, count]);
      for (const { department, count } of overdue)
        expect([department, await listed('overdue', { department: [department] })]).toEqual([department, count]);
      for (const { day, person, count } of completed)
        expect(await listed('completed', { completed: [day], assignee: [person?.userId ?? NOBODY] })).toBe(count);
      for (const { person, count } of people)
        expect(await listed('completed', { assignee: [person?.userId ?? NOBODY] })).toBe(count);
      expect(people).toHaveLength(query.completed ? 0 : 1);
    },
  );

  it('sorts by name without regard to case, and pages', async () => {
    const sort = { field: 'memberLastName', sort: 'desc' } as const;
    expect(await ids('unassigned', { sort })).toEqual(['1-2', '6-2', '3-2']);
    expect(await ids('unassigned', { sort, page: 1, pageSize: 2 })).toEqual(['3-2']);
  });

  it('gives one task, and all of a referral in the order of opening', async () => {
    expect(await getTask(engines.db, '2-2')).toMatchObject({
      taskId: '2-2',
      assignee: { userId: 'sam' },
      feed: await feedPosition(engines.db),
    });
    expect(await getTask(engines.db, '10-1')).toHaveProperty('undoneAt');
    expect(await getTask(engines.db, '2-9')).toBeUndefined();
    const tasks = await listTasksOfReferral(engines.db, '2');
    expect(tasks.map(({ taskId }) => taskId)).toEqual(['2-1', '2-2']);
  });

  it('has a tab for every name', async () => {
    expect(Object.keys((await list('mine')).tabCounts)).toEqual([...QUEUE_TABS]);
  });
});
