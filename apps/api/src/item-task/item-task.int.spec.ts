import { afterAll, describe, expect, it } from '@jest/globals';
import {
  itemsOf,
  POSITION_HEADER,
  type AssignTasksAnswer,
  type ReferralDetail,
  type TaskAct,
  type TaskOutcome,
  type TaskQueue,
  type TaskQueueRow,
} from '@throughline/contracts';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { startApi, type Name } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

const staff = { as: 'staff' } as const;
const item = (name: string) => ({ itemCategory: 'Custom Item', item: name, qty: 1 });

async function openedTask(): Promise<string> {
  const order = anOrder({ items: [item('Chair'), item('Rail')] });
  const { body } = await submitOrder(api, order, { as: 'referrer' });
  const taskId = `${body.data}-1`;
  await until(async () => (await get(api, `/tasks/${taskId}`, staff)).status === 200);
  return taskId;
}

/** The task after a successful command. */
async function after(command: Promise<{ status: number; headers: Headers }>, taskId: string): Promise<TaskQueueRow> {
  const { status, headers } = await command;
  expect(status).toBeLessThan(300);
  const path = `/tasks/${taskId}?minPosition=${headers.get(POSITION_HEADER)}`;
  return (await get<TaskQueueRow>(api, path, staff)).body.data;
}

const on = (taskId: string, verb: string, body: object = {}, as: Name = 'staff') =>
  post(api, `/tasks/${taskId}/${verb}`, body, { as });

describe('Item task', () => {
  it('is claimed by one person, whom a refusal names to the next', async () => {
    const taskId = await openedTask();
    expect(await after(on(taskId, 'claim'), taskId)).toMatchObject({
      assignee: { userId: 'u-staff', name: 'Dee Park' },
    });
    const second = await on(taskId, 'claim', {}, 'staff2');
    expect(second).toMatchObject({ status: 409, body: { code: 'item-task/claimed-by-another' } });
    expect(await after(on(taskId, 'release'), taskId)).toMatchObject({ assignee: null });
  });

  it('is completed when all its items were moved, which can be stopped and canceled', async () => {
    const taskId = await openedTask();
    const referralId = taskId.slice(0, -2);
    await after(on(taskId, 'move', { itemIds: [2], task: 'Select Items', reason: 'Asked for' }), taskId);
    const done = await after(on(taskId, 'move', { itemIds: [1], task: 'Backordered', reason: 'Out of stock' }), taskId);
    expect(done.completedAt).not.toBeNull();
    const stopped = on(`${referralId}-2`, 'stop', { itemIds: [2], reason: 'No longer needed' });
    expect((await after(stopped, `${referralId}-2`)).completedAt).not.toBeNull();
    const canceled = await post(api, '/tasks/cancel-items', { referralId, itemIds: [2] }, staff);
    expect(canceled.status).toBe(200);
    const opened = await post(
      api,
      '/tasks/',
      { task: 'Ready for Dropship', taskData: { referralId, itemIds: [1] } },
      staff,
    );
    expect(opened.status).toBe(201);
  });

  it('goes where its outcome leads, which the person can undo, and which the staff reads with its note', async () => {
    const taskId = await openedTask();
    const id = taskId.slice(0, -2);
    expect((await after(on(taskId, 'outcome', { outcome: 'created' }), taskId)).completedAt).not.toBeNull();
    const values = { outcome: 'left-message', method: 'Text message', note: 'Only after 5 p.m.' };
    const attempt = await on(`${id}-2`, 'outcome', values);
    const { outcomeId } = attempt.body.data as { outcomeId: string };
    const recorded = async (at = attempt) => {
      const path = `/referrals/referral/${id}/outcomes?minPosition=${at.headers.get(POSITION_HEADER)}`;
      return (await get<TaskOutcome[]>(api, path, staff)).body.data;
    };
    expect(await recorded()).toMatchObject([
      { task: 'Create Patient', outcome: 'created', by: { name: 'Dee Park' }, contact: null, undoneAt: null },
      { outcomeId, note: values.note, contact: { party: 'member', number: 1, method: 'Text message' }, undoneAt: null },
    ]);
    const read = async (path: string) => (await get<ReferralDetail>(api, path, { as: 'referrer' })).body.data;
    const seen = `/referrals/referral/${id}?minPosition=${attempt.headers.get(POSITION_HEADER)}`;
    const { contactAttempts, ...detail } = await read(seen);
    expect(contactAttempts).toMatchObject([{ party: 'member', number: 1, outcome: 'Left message' }]);
    expect(JSON.stringify([contactAttempts, detail])).not.toContain(values.note);

    const others = await post(api, `/tasks/outcomes/${outcomeId}/undo`, {}, { as: 'staff2' });
    expect(others).toMatchObject({ status: 409, body: { code: 'item-task/not-your-outcome' } });
    const undone = await post(api, `/tasks/outcomes/${outcomeId}/undo`, {}, staff);
    expect(undone.status).toBe(200);
    expect((await recorded(undone))[1]?.undoneAt).not.toBeNull();
    const again = `/referrals/referral/${id}?minPosition=${undone.headers.get(POSITION_HEADER)}`;
    expect((await read(again)).contactAttempts).toEqual([]);
    const reopened = await get<TaskQueueRow>(api, `/tasks/${id}-4`, staff);
    expect(reopened.body.data).toMatchObject({ task: 'Patient Contact 1st', assignee: null });
  });

  it('takes up items that were stopped, in the task that they were stopped in', async () => {
    const taskId = await openedTask();
    const referralId = taskId.slice(0, -2);
    await after(on(taskId, 'stop', { itemIds: [1, 2], reason: 'Not covered' }), taskId);
    const stopped = await get<string>(api, `/referrals/referral/${referralId}/stopped-task`, staff);
    expect(stopped.body.data).toBe(`${referralId}-0`);
    const body = { referralId, itemIds: [2], reason: 'Covered after all' };
    const unstopped = await post(api, '/tasks/unstop-items', body, staff);
    const path = `/referrals/referral/${referralId}?minPosition=${unstopped.headers.get(POSITION_HEADER)}`;
    const items = itemsOf((await get<ReferralDetail>(api, path, staff)).body.data);
    expect(items).toMatchObject([
      { id: 1, currentTask: { id: stopped.body.data, name: 'Stopped' }, stoppedReason: { reason: 'Not covered' } },
      { id: 2, currentTask: { name: 'Create Patient' }, stoppedReason: null },
    ]);
  });

  it('is in the queue of the person that has claimed it', async () => {
    const taskId = await openedTask();
    const { headers } = await on(taskId, 'assign', { userId: 'u-staff2' });
    const path = `/tasks?tab=mine&minPosition=${headers.get(POSITION_HEADER)}`;
    const mine = async (as: Name) => (await get<TaskQueue>(api, path, { as })).body.data.rows.map((row) => row.taskId);
    expect(await mine('staff2')).toContain(taskId);
    expect(await mine('staff')).not.toContain(taskId);
  });

  it('can be assigned only to people who work the queue', async () => {
    const taskId = await openedTask();
    expect(await on(taskId, 'assign', { userId: 'u-referrer' })).toMatchObject({
      status: 409,
      body: { code: 'item-task/not-an-assignee' },
    });
    const people = await get<{ userId: string }[]>(api, '/tasks/assignees', staff);
    expect(people.body.data.map(({ userId }) => userId)).toEqual(['u-admin', 'u-staff', 'u-staff2']);
  });

  it('is assigned only if its holder is the one that the request says its author saw; a request that says nothing takes it from anybody', async () => {
    const taskId = await openedTask();
    await after(on(taskId, 'claim', {}, 'staff2'), taskId);
    const assign = (userId: string, seen?: string | null) =>
      on(taskId, 'assign', { userId, ...(seen !== undefined && { seen: { assignee: seen } }) });
    const refused = await assign('u-staff', null);
    expect(refused).toMatchObject({ status: 409, body: { code: 'item-task/changed-meanwhile' } });
    expect(refused.body.errors?.['assignee']).toMatch(/^Eli Vance changed this on .* from nobody to “Eli Vance”\.$/);
    expect(await after(assign('u-staff', 'u-staff2'), taskId)).toMatchObject({ assignee: { userId: 'u-staff' } });
    expect(await after(assign('u-staff2'), taskId)).toMatchObject({ assignee: { userId: 'u-staff2' } });
    // A person who held the task when the author looked, and no longer does, is not named either.
    await after(assign('u-admin'), taskId);
    expect((await assign('u-staff2', 'u-staff2')).status).toBe(409);
    // If the task is already as wanted, nothing is overwritten.
    expect((await assign('u-admin', null)).status).toBe(200);
  });

  it('is assigned with others, each answering for itself', async () => {
    const taskId = await openedTask();
    const body = { userId: 'u-staff2', taskIds: [taskId, '1-1'] };
    const answer = await post<AssignTasksAnswer>(api, '/tasks/assign', body, staff);
    expect(answer.body.data.results).toMatchObject([
      { taskId, assigned: true },
      { taskId: '1-1', assigned: false, code: 'item-task/unknown-task' },
    ]);
  });

  it('says what became of the tasks and items of its case by which act: whose, when, and why', async () => {
    const taskId = await openedTask();
    const id = taskId.slice(0, -2);
    const acts = async (as: Name = 'staff') =>
      (await get<readonly TaskAct[]>(api, `/referrals/referral/${id}/task-acts`, { as })).body.data;
    const begun = (await acts()).length;
    await on(taskId, 'claim');
    await on(taskId, 'hold', { until: '2027-01-20', reason: 'In hospital', seen: { until: null, reason: null } });
    await on(taskId, 'stop', { itemIds: [2], reason: 'Not covered' });
    await on(taskId, 'move', { itemIds: [1], task: 'Select Items', reason: 'Asked for' });
    await post(api, '/tasks/unstop-items', { referralId: id, itemIds: [2], reason: 'Covered after all' }, staff);
    const [unstopped, moved, stopped, held, claimed] = await acts();
    expect((await acts()).length).toBe(begun + 5);
    for (const act of [unstopped, moved, stopped, held, claimed]) {
      expect(act).toMatchObject({ actor: { userId: 'u-staff' }, actorName: 'Dee Park', at: expect.any(String) });
    }
    expect(claimed).toMatchObject({ tasks: { [taskId]: { holder: 'Dee Park', itemIds: [1, 2] } }, items: {} });
    expect(held).toMatchObject({ tasks: { [taskId]: { until: '2027-01-20', reason: 'In hospital' } }, reason: null });
    expect(stopped?.tasks).toMatchObject({ [taskId]: { itemIds: [1], completed: false } });
    expect(stopped?.items).toMatchObject({ 2: { status: 'stopped', reason: 'Not covered' } });
    // One act with several events, which are listed together.
    expect(moved?.tasks).toMatchObject({
      [taskId]: { itemIds: [], completed: true },
      [`${id}-2`]: { itemIds: [1], completed: false },
    });
    expect(unstopped).toMatchObject({ items: { 2: { status: 'in-task' } }, reason: 'Covered after all' });
    expect(Object.keys(unstopped?.items ?? {})).toEqual(['2']);
  });

  it('has the tracking numbers among them, each with who gave it and the items that have it', async () => {
    const id = (await openedTask()).slice(0, -2);
    const track = (number: string, itemIds: readonly number[], as: Name) =>
      post(api, `/referrals/referral/${id}/tracking`, { itemIds, carrier: 'UPS', number }, { as });
    for (const [number, itemIds, as] of [
      ['990001', [1], 'staff'],
      ['990002', [1, 2], 'admin'],
      ['990001', [1, 2], 'admin'],
    ] as const) {
      expect((await track(number, itemIds, as)).status).toBe(200);
    }
    const { data } = (await get<readonly TaskAct[]>(api, `/referrals/referral/${id}/task-acts`, staff)).body;
    expect(data.slice(0, 3).map(({ actor, numbers }) => [actor.userId, numbers])).toEqual([
      ['u-admin', { 990001: [1, 2] }],
      ['u-admin', { 990002: [1, 2] }],
      ['u-staff', { 990001: [1] }],
    ]);
    expect(data[3]?.numbers).toEqual({});
  });
});
