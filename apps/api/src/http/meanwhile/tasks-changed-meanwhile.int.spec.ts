import { describe, expect, it } from '@jest/globals';
import { type AssignTasksAnswer, itemsOf, type ReferralDetail, type TaskAct } from '@throughline/contracts';
import { anOrder } from '../../testing/an-order.js';
import { type Name, PEOPLE } from '../../testing/api-under-test.js';
import { type Answer, get, post } from '../../testing/call.js';
import { WHEN, WHO_AND_WHEN } from '../../testing/race.js';
import { until } from '../../testing/until.js';
import {
  aReferral,
  aTask,
  admin,
  api,
  dayIn,
  raceOthers,
  reason,
  staff,
  twoItems,
  type Races,
} from './changed-meanwhile.testing.js';

/**
 * Items that were stopped, taken up again and stopped again, for another reason and then for the same one, and an act by somebody who saw
 * the first stop. Some acts state which stop it was, others only its reason.
 */
async function stoppedMeanwhile(path: string, more: object) {
  const taskId = await aTask();
  const referralId = taskId.replace(/-1$/, '');
  const item = { referralId, itemIds: [1] };
  const stop = async (nth: number, why: string) => {
    const answer = await post(api, `/tasks/${referralId}-${nth}/stop`, { itemIds: [1], reason: why }, admin);
    expect(answer.status).toBe(200);
    return answer;
  };
  const takeUp = async () =>
    expect((await post(api, '/tasks/unstop-items', { ...item, reason }, admin)).status).toBe(200);
  const end = (seen: string | object) => post(api, path, { ...item, ...more, seen: { 1: seen } }, staff);
  const present = async () => {
    const { body } = await get<ReferralDetail>(api, `/referrals/referral/${referralId}`, staff);
    return itemsOf(body.data)[0]?.stoppedReason;
  };
  const shown = async (why: string, than?: object) => {
    await until(async () => {
      const now = await present();
      return now?.reason === why && now.stoppedAt !== (than as { stoppedAt?: string } | undefined)?.stoppedAt;
    });
    return (await present())!;
  };
  await stop(1, 'Asked twice');
  const seen = await shown('Asked twice');
  await takeUp();
  const refuse = async (saying: string | object, words: string) => {
    const refused = await end(saying);
    expect([refused.status, refused.body.code]).toEqual([409, 'item-task/changed-meanwhile']);
    expect(refused.body.errors?.['1']).toMatch(new RegExp(`^${WHO_AND_WHEN} ${words}\\.$`));
  };
  for (const saying of ['Asked twice', seen]) await refuse(saying, 'from “Asked twice” to not stopped');
  await stop(2, 'In hospital');
  for (const saying of ['Asked twice', seen]) await refuse(saying, 'from “Asked twice” to “In hospital”');
  await takeUp();
  const stoppedAnew = await stop(3, 'Asked twice');
  return { stoppedAnew, second: await end(seen), again: async () => end(await shown('Asked twice', seen)) };
}

/**
 * An act on a task that somebody else has put on hold since its author looked: it is refused. It is not refused if the author saw the hold,
 * put the task on hold themselves, or does not state what they saw.
 */
async function heldMeanwhile(act: (taskId: string, seen?: object) => Promise<Answer<unknown>>) {
  const hold = { until: dayIn(9), reason: 'In hospital' };
  const seenNone = { seen: { hold: null } };
  const heldBy = async (as: Name) => {
    const taskId = await aTask();
    const seen = { until: null, reason: null };
    return { taskId, first: await post(api, `/tasks/${taskId}/hold`, { ...hold, seen }, { as }) };
  };
  const { taskId, first } = await heldBy('admin');
  const refused = await act(taskId, seenNone);
  const madeUp = await act(taskId, { seen: { hold: { ...hold, until: dayIn(10) } } });
  expect([madeUp.status, madeUp.body.code]).toEqual([409, 'item-task/put-on-hold']);
  expect(madeUp.body.message).toMatch(/^This task was put on hold meanwhile, until [^ ]+: “In hospital”\./);
  expect((await act(taskId, { seen: { hold } })).status).toBe(200);
  for (const [as, seen] of [
    ['staff', seenNone],
    ['admin', {}],
  ] as const) {
    const other = await heldBy(as);
    expect((await act(other.taskId, seen)).status).toBe(200);
  }
  return [first, refused, 'item-task/put-on-hold'] as const;
}

/** Acts on tasks and their items, whose requests have other fields in the specification or that are also refused for another reason. */
const ACTS_ON_TASKS: Races = {
  'POST /referrals/update': async () => {
    const referralId = await aReferral();
    const move = (city: string) => {
      const memberInfo = { ...anOrder().memberInfo, city };
      return post(api, '/referrals/update', { referralId, memberInfo, parentId: 0 }, staff);
    };
    return [await move('Mesa'), await move('Yuma'), 'referral/changed-meanwhile'];
  },
  'POST /items/update-referral-items/{id}': async () => {
    const id = await aReferral();
    const order = (qty: number) =>
      post(api, `/items/update-referral-items/${id}`, { items: [{ id: 1, qty }], parentId: 0 }, staff);
    return [await order(2), await order(3), 'referral/changed-meanwhile'];
  },
  'POST /tasks/{taskId}/hold': async () => {
    const taskId = await aTask();
    const hold = (days: number, as: Name) =>
      post(api, `/tasks/${taskId}/hold`, { until: dayIn(days), reason, seen: { until: null, reason: null } }, { as });
    const first = await hold(9, 'admin');
    const refused = await hold(20, 'staff');
    // The author's own change is accepted, because their page may be late.
    expect((await hold(20, 'admin')).status).toBe(200);
    // It is refused if the author's own change came after somebody else's, which their older page does not show.
    const seen = { until: dayIn(20), reason };
    expect((await post(api, `/tasks/${taskId}/hold`, { until: dayIn(30), reason, seen }, staff)).status).toBe(200);
    expect((await hold(40, 'staff')).status).toBe(409);
    return [first, refused, 'item-task/changed-meanwhile'];
  },
  'POST /tasks/{taskId}/resume': async () => {
    const taskId = await aTask();
    const hold = { until: dayIn(9), reason };
    const holdOn = (change: object, seen: object, as: Name = 'staff') =>
      post(api, `/tasks/${taskId}/hold`, { ...hold, ...change, seen }, { as });
    const resume = (body?: object, as: Name = 'staff') => post(api, `/tasks/${taskId}/resume`, body, { as });
    expect((await holdOn({}, { until: null, reason: null })).status).toBe(200);
    const changed = await holdOn({ until: dayIn(20) }, hold, 'admin');
    const second = await resume({ seen: hold });
    expect((await resume({ seen: hold }, 'admin')).status).toBe(200);
    // A program may omit `seen`, and the whole body.
    expect((await holdOn({}, { until: null, reason: null })).status).toBe(200);
    expect((await resume()).status).toBe(200);
    return [changed, second, 'item-task/changed-meanwhile'];
  },
  'POST /referrals/referral/{id}/tracking': async () => {
    const taskId = await aTask();
    const id = taskId.replace(/-1$/, '');
    const move = (nth: number, task: string) =>
      post(api, `/tasks/${id}-${nth}/move`, { itemIds: [1], task, reason }, staff);
    expect((await move(1, 'Shipped')).status).toBe(200);
    const back = await move(2, 'Create Patient');
    const parcel = { itemIds: [1], carrier: 'UPS', number: '1Z999AA10123456784' };
    const track = (more: object) => post(api, `/referrals/referral/${id}/tracking`, { ...parcel, ...more }, admin);
    const second = await track({ seen: { taskId: `${id}-2` } });
    const went = await track({ seen: { taskId: `${id}-1` } });
    expect(went).toMatchObject({
      status: 409,
      body: {
        code: 'referral/item-not-shipped',
        message: expect.stringContaining('Shower chair has been moved to another'),
      },
    });
    expect((await track({ seen: { taskId: `${id}-3` } })).status).toBe(200);
    expect((await track({ number: '990000' })).status).toBe(200);
    return [back, second, 'referral/item-not-shipped'];
  },
  'POST /tasks/{taskId}/assign': async () => {
    const taskId = await aTask();
    const assign = (userId: string) =>
      post(api, `/tasks/${taskId}/assign`, { userId, seen: { assignee: null } }, staff);
    return [await assign('u-staff2'), await assign('u-staff'), 'item-task/changed-meanwhile'];
  },
  'POST /tasks/assign': async () => {
    const [taken, free] = [await aTask(), await aTask()];
    const assign = async (userId: string, taskIds: readonly string[]) => {
      const seen = Object.fromEntries(taskIds.map((taskId) => [taskId, { assignee: null }]));
      const answer = await post<AssignTasksAnswer>(api, '/tasks/assign', { userId, taskIds, seen }, staff);
      const { results } = answer.body.data;
      return { answer, of: (taskId: string) => results.find((one) => one.taskId === taskId) };
    };
    const first = await assign('u-staff2', [taken]);
    const second = await assign('u-staff', [taken, free]);
    expect(second.of(free)).toEqual({ taskId: free, assigned: true });
    const refused = second.of(taken);
    // The answer for each task is the one that a request for this task alone gets.
    const body = { ...second.answer.body, ...refused } as unknown as Answer<unknown>['body'];
    return [first.answer, { ...second.answer, status: 409, body }, 'item-task/changed-meanwhile'];
  },
  'POST /tasks/{taskId}/outcome': () =>
    heldMeanwhile((taskId, seen) => post(api, `/tasks/${taskId}/outcome`, { outcome: 'created', ...seen }, staff)),
  'POST /tasks/{taskId}/move': () =>
    heldMeanwhile((taskId, seen) =>
      post(api, `/tasks/${taskId}/move`, { itemIds: [1], task: 'Select Items', reason, ...seen }, staff),
    ),
  'POST /tasks/{taskId}/stop': () =>
    heldMeanwhile((taskId, seen) => post(api, `/tasks/${taskId}/stop`, { itemIds: [1], reason, ...seen }, staff)),
  'POST /tasks/unstop-items': async () => {
    const { stoppedAnew, again, second } = await stoppedMeanwhile('/tasks/unstop-items', { reason });
    expect((await again()).status).toBe(200);
    return [stoppedAnew, second, 'item-task/changed-meanwhile'];
  },
  'POST /tasks/cancel-items': async () => {
    const { stoppedAnew, again, second } = await stoppedMeanwhile('/tasks/cancel-items', {});
    expect((await again()).status).toBe(200);
    return [stoppedAnew, second, 'item-task/changed-meanwhile'];
  },
};

raceOthers(ACTS_ON_TASKS);

it('What becomes of items because somebody corrected the order is among the acts on its tasks as that person’s', async () => {
  const { id, as, place } = await twoItems();
  expect((await as('admin').remove(2)).status).toBe(200);
  await place();
  const acts = await get<readonly TaskAct[]>(api, `/referrals/referral/${id}/task-acts`, staff);
  expect(acts.body.data[0]).toMatchObject({
    actor: { userId: PEOPLE.admin.userId },
    actorName: 'Gus Orr',
    items: { 2: { status: 'removed' } },
  });
});

describe('A tracking number', () => {
  const parcel = (number: string, itemIds: readonly number[]) => ({ itemIds, carrier: 'UPS', number });
  const sentBy = (id: string) => (as: Name, number: string, itemIds: readonly number[], seen: object) =>
    post(api, `/referrals/referral/${id}/tracking`, { ...parcel(number, itemIds), seen }, { as });

  it('is not given to an item that was given another one since, unless its author knows of it', async () => {
    const { id } = await twoItems();
    const track = sentBy(id);
    const seen = { taskId: `${id}-1`, numbers: [] };
    expect((await track('admin', '990001', [1], seen)).status).toBe(200);
    const { status, body } = await track('staff', '990002', [1, 2], seen);
    expect([status, body.code]).toEqual([409, 'referral/numbered-meanwhile']);
    const given = new RegExp(`^Gus Orr gave Shower chair the tracking number UPS 990001 on ${WHEN}\\.$`);
    expect(body.message).toMatch(given);
    // The author is refused for their own number as well, if their page does not show it: its answer was lost, and they have corrected the
    // number.
    const own = await track('admin', '990003', [1, 2], seen);
    expect([own.status, own.body.code]).toEqual([409, 'referral/numbered-meanwhile']);
    expect(own.body.message).toMatch(
      new RegExp(
        `^You gave Shower chair the tracking number UPS 990001 on ${WHEN}\\. Add another only for a second parcel, or if that number is wrong\\.$`,
      ),
    );
    expect((await track('admin', '990003', [1, 2], { ...seen, numbers: ['990001'] })).status).toBe(200);
    expect((await track('staff', '990004', [1], { ...seen, numbers: ['990001', '990003'] })).status).toBe(200);
    // The same number once more changes nothing.
    expect((await track('staff', '990001', [1], seen)).status).toBe(200);
    expect((await post(api, `/referrals/referral/${id}/tracking`, parcel('990005', [1]), staff)).status).toBe(200);
  });

  it('is given to items that its author has moved to several tasks since', async () => {
    const { id, as } = await twoItems();
    expect((await as('staff').move(1, 1, 'Shipped')).status).toBe(200);
    expect((await as('staff').move(1, 2, 'Select Items')).status).toBe(200);
    const seen = { taskId: `${id}-1`, numbers: [] };
    expect((await sentBy(id)('admin', '990001', [1, 2], seen)).body.code).toBe('referral/item-not-shipped');
    expect((await sentBy(id)('staff', '990001', [1, 2], seen)).status).toBe(200);
  });
});
