import { describe, expect, it } from '@jest/globals';
import { type Name, PEOPLE } from '../../testing/api-under-test.js';
import { type Answer, post } from '../../testing/call.js';
import { WHEN } from '../../testing/race.js';
import { admin, api, reason, saysNothingOfWho, twoItems } from './changed-meanwhile.testing.js';

describe('An outcome of all items of a task', () => {
  const refusedWith = (answer: Answer<unknown>, code: string, words: string) =>
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      code,
      expect.stringMatching(new RegExp(`^${words.replaceAll('WHEN', WHEN)}`)),
    ]);
  const succeeds = async (...acts: (() => Promise<Answer<unknown>>)[]) => {
    for (const act of acts) expect((await act()).status).toBe(200);
  };

  it('is not recorded of an item that somebody else has taken up since, but of one’s own', async () => {
    for (const who of ['admin', 'staff'] as const) {
      const { as } = await twoItems();
      const [other, own] = [as('admin'), as('staff')];
      await succeeds(
        () => other.stop(1, 1),
        () => as(who).takeUp(1),
      );
      const answer = await own.record(2);
      if (who === 'staff') expect(answer.status).toBe(200);
      else
        refusedWith(answer, 'item-task/joined-meanwhile', 'Shower chair has joined this task: by Gus Orr on WHEN\\.');
      if (who === 'admin') expect((await own.record(1, 2)).status).toBe(200);
    }
  });

  it('is recorded of others than the page shows, if one has moved, stopped and removed them oneself', async () => {
    const { as, place } = await twoItems();
    const own = as('staff');
    await succeeds(
      () => own.stop(1, 1),
      () => own.takeUp(1),
      () => own.remove(1),
    );
    await place();
    expect((await own.record(1, 2)).status).toBe(200);
    const moved = await twoItems();
    await succeeds(
      () => moved.as('staff').move(1, 1, 'Select Items'),
      () => moved.as('admin').stop(2, 1),
    );
    // The author saw it in the task, and it does not matter where it went from there.
    expect((await moved.as('staff').record(1, 2)).status).toBe(200);
  });

  it('names nobody to who says that they saw what never was', async () => {
    const { as } = await twoItems();
    saysNothingOfWho(await as('admin').record(2));
    const { id, as: acting } = await twoItems();
    const [staffs, admins] = [acting('staff'), acting('admin')];
    await succeeds(
      () => staffs.move(1, 1, 'Shipped'),
      () => staffs.move(1, 2, 'Select Items'),
      () => staffs.stop(3, 2),
    );
    const track = (n: number) => {
      const parcel = { itemIds: [1], carrier: 'UPS', number: '1Z999AA10123456784' };
      return post(api, `/referrals/referral/${id}/tracking`, { ...parcel, seen: { taskId: `${id}-${n}` } }, admin);
    };
    // The item was never in that task.
    saysNothingOfWho(await track(3));
    expect((await track(1)).body.message).toMatch(/by Dee Park/);
    const end = (stoppedAt: string, who: Name = 'admin') => {
      const seen = { 2: { reason: 'Too wide', stoppedAt } };
      return post(api, '/tasks/unstop-items', { referralId: id, itemIds: [2], reason, seen }, { as: who });
    };
    saysNothingOfWho(await end('2026-01-01T00:00:00.000Z'));
    await succeeds(() => admins.takeUp(2));
    saysNothingOfWho(await end('2026-01-01T00:00:00.000Z', 'staff'));
    const { userId } = PEOPLE.referrer;
    const assigned = await post(
      api,
      `/tasks/${id}-2/assign`,
      { userId: PEOPLE.staff2.userId, seen: { assignee: userId } },
      admin,
    );
    saysNothingOfWho(assigned);
    expect(JSON.stringify(assigned.body)).not.toContain(PEOPLE.referrer.firstName);
  });

  it('is not recorded of what somebody has removed from the order, while the worker has not taken it out of the task yet', async () => {
    const { id, as } = await twoItems();
    await succeeds(() => as('admin').remove(1));
    const gone = 'Shower chair was removed from the referral by Gus Orr on WHEN\\.';
    refusedWith(await as('staff').record(1, 2), 'item-task/not-in-task', gone);
    // The person who removed it knows that, so their outcome is accepted.
    await succeeds(() => as('admin').record(1, 2));
    const types: string[] = [];
    for await (const { type, data } of api.engines.store.readStream(`itemTask-${id}`)) {
      types.push(`${type} ${String((data as { readonly itemIds?: readonly number[] }).itemIds)}`);
    }
    expect(types).toContain('ItemsWithdrawn 1');
    expect(types.filter((type) => type.startsWith('OutcomeRecorded'))).toEqual(['OutcomeRecorded 2']);
    const alone = await twoItems();
    await succeeds(
      () => alone.as('staff').move(1, 2, 'Select Items'),
      () => alone.as('staff').remove(1),
    );
    const removed = (by: string) => `Shower chair was removed from the referral by ${by} on WHEN\\.`;
    refusedWith(await alone.as('staff').record(1, 2), 'item-task/not-in-task', removed('you'));
    const named = { outcome: 'created', itemIds: [1] };
    refusedWith(
      await post(api, `/tasks/${alone.id}-1/outcome`, named, admin),
      'item-task/not-in-task',
      removed('Dee Park'),
    );
  });

  it('is not recorded if somebody else has taken an item out of the task since', async () => {
    const stopped = await twoItems();
    await succeeds(() => stopped.as('admin').stop(1, 1));
    const words = 'Shower chair has been stopped: by Gus Orr on WHEN, for “Too wide”\\.';
    refusedWith(await stopped.as('staff').record(1, 2), 'item-task/not-in-task', words);
    const moved = await twoItems();
    await succeeds(() => moved.as('admin').move(1, 2, 'Select Items'));
    const taken = 'Gus Orr took Bath step out of this task on WHEN\\. It is in Select Items by now\\.';
    refusedWith(await moved.as('staff').record(1, 2), 'item-task/not-in-task', taken);
    const removed = await twoItems();
    await succeeds(() => removed.as('admin').remove(2));
    await removed.place();
    const gone = 'Bath step was removed from the referral by Gus Orr on WHEN\\.';
    refusedWith(await removed.as('staff').record(1, 2), 'item-task/not-in-task', gone);
    refusedWith(
      await removed.as('staff').record(1, 77),
      'item-task/not-in-task',
      'This referral has no item 77 in this task\\.',
    );
  });
});
