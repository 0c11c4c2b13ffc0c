import { afterAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  type Corrections,
  type NotificationList,
  POSITION_HEADER,
  type RecertificationDetail,
  type RecertificationList,
  type ReferralHistory,
  type TaskQueue,
  type TaskQueueRow,
  type UnreadNotes,
} from '@throughline/contracts';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { emailOf, PEOPLE, startApi } from '../testing/api-under-test.js';
import { type Answer, get, post } from '../testing/call.js';

const api = await startApi();
afterAll(() => api.close());

const staff = { as: 'staff' } as const;
const taskData = {
  itemCategory: 'Incontinence',
  member: { lastName: 'Diaz', firstName: 'Rosa', DOB: '1950-02-01', phone: '6025550100', state: 'AZ' },
  physician: { lastName: 'Okafor', fax: '6025550102' },
};
const open = (more: object = {}, task = 'Recert Review') =>
  post<{ taskId: string }>(api, '/tasks/', { task, taskData: { ...taskData, ...more } }, staff);

async function opened(more?: object): Promise<{ taskId: string; id: string }> {
  const { status, body } = await open(more);
  expect(status).toBe(201);
  const { taskId } = body.data;
  return { taskId, id: taskId.slice(0, -2) };
}
const at = ({ headers }: Pick<Answer<unknown>, 'headers'>) => `minPosition=${headers.get(POSITION_HEADER)}`;
const read = async (id: string, after: Pick<Answer<unknown>, 'headers'>) =>
  (await get<RecertificationDetail>(api, `/recertifications/${id}?${at(after)}`, staff)).body.data;

describe('A task that belongs to no referral', () => {
  it('is opened by staff, and waits in the queue among the others', async () => {
    const answer = await open();
    const { taskId } = answer.body.data;
    const queue = await get<TaskQueue>(api, `/tasks?category=Recert+Review&${at(answer)}`, staff);
    expect(queue.body.data).toMatchObject({ rowCount: 1, departmentCounts: { 'Medical Records': 1 } });
    expect(queue.body.data.rows).toMatchObject([{ taskId, department: 'Medical Records', memberLastName: 'Diaz' }]);
    const task = await get<TaskQueueRow>(api, `/tasks/${taskId}`, staff);
    expect(task.body.data).toMatchObject({ task: 'Recert Review', categories: ['Recert Review'] });
  });

  it('is opened once, however often its request arrives', async () => {
    const key = randomUUID();
    const body = { task: 'Recert Review', taskData };
    const [one, two] = [
      await post(api, '/tasks', body, { ...staff, key }),
      await post(api, '/tasks', body, { ...staff, key }),
    ];
    expect(two.body.data).toEqual(one.body.data);
  });

  it('says of each field what is wrong with it', async () => {
    const { body, status } = await open({
      renews: 'x',
      itemCategory: 'Sensory Kits',
      member: { ...taskData.member, lastName: 'x'.repeat(51), phone: '602' },
      physician: { fax: '1' },
      startOn: 'soon',
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      'taskData.renews': 'Referral ID must contain only numbers.',
      'taskData.itemCategory': 'Category is not valid.',
      'taskData.member.lastName': 'Last Name is limited to 50 characters.',
      'taskData.member.phone': 'Phone is not valid.',
      'taskData.physician.lastName': 'Last Name is required.',
      'taskData.physician.fax': 'Fax is not valid.',
      'taskData.startOn': 'Start on is invalid.',
    });
  });

  it('renews a referral that exists', async () => {
    expect(await open({ renews: '263250000000009' })).toMatchObject({
      status: 409,
      body: { code: 'recertification/unknown-referral' },
    });
    const { body } = await submitOrder(api, anOrder(), { as: 'referrer' });
    const answer = await open({ renews: body.data });
    const found = await get<TaskQueue>(api, `/tasks?search=${body.data}&category=Recert+Review&${at(answer)}`, staff);
    expect(found.body.data.rows.map(({ taskId }) => taskId)).toEqual([answer.body.data.taskId]);
  });

  describe('of a referral', () => {
    const list = async (query: string, after: Answer<unknown>, as: 'staff' | 'referrer' = 'staff') =>
      (await get<RecertificationList>(api, `/recertifications?${query}&${at(after)}`, { as })).body.data.rows;
    const aReferral = async () => (await submitOrder(api, anOrder(), { as: 'referrer' })).body.data;

    it('is opened once at a time, also by several at once', async () => {
      const renews = await aReferral();
      const answers = await Promise.all(Array.from({ length: 6 }, () => open({ renews })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
      const [refused] = answers.filter(({ status }) => status === 409);
      expect(refused?.body).toMatchObject({
        code: 'recertification/already-open',
        message: `The recertification R${renews}01 of Incontinence of this referral is still open.`,
      });
      const first = answers.find(({ status }) => status === 201)!;
      expect(await list(`renews=${renews}`, first)).toMatchObject([
        {
          recertificationId: `R${renews}01`,
          renews,
          itemCategory: 'Incontinence',
          status: 'open',
          taskId: `R${renews}01-1`,
          task: 'Recert Review',
          openedBy: emailOf(PEOPLE.staff),
        },
      ]);
    });

    it('is opened again for another category, after the first has ended, or knowingly besides it', async () => {
      const renews = await aReferral();
      const id = (number: number) => `R${renews}0${number}`;
      expect((await open({ renews })).body.data.taskId).toBe(`${id(1)}-1`);
      expect((await open({ renews, itemCategory: 'Supplies' })).body.data.taskId).toBe(`${id(2)}-1`);
      expect((await open({ renews, besides: [id(2)] })).status).toBe(409);
      expect((await open({ renews, besides: [id(1)] })).body.data.taskId).toBe(`${id(3)}-1`);
      for (const number of [1, 3]) {
        await post(api, `/tasks/${id(number)}-1/stop`, { itemIds: [1], reason: 'Moved away' }, staff);
      }
      const fourth = await open({ renews });
      expect(fourth.body.data.taskId).toBe(`${id(4)}-1`);
      const rows = await list(`renews=${renews}`, fourth);
      expect(rows.map(({ recertificationId, status }) => [recertificationId, status])).toEqual([
        [id(4), 'open'],
        [id(3), 'stopped'],
        [id(2), 'open'],
        [id(1), 'stopped'],
      ]);
    });

    it('is not open again by itself while another is: by a correction, taken up, or by undoing its end', async () => {
      const renews = await aReferral();
      const [first, second] = [`R${renews}01`, `R${renews}02`];
      await open({ renews });
      await open({ renews, itemCategory: 'Supplies' });
      const refused = { status: 409, body: { code: 'recertification/already-open' } };
      const correct = (more: object) =>
        post(api, `/recertifications/${second}/update`, { itemCategory: 'Incontinence', ...more }, staff);
      expect(await correct({})).toMatchObject(refused);

      await post(api, `/tasks/${first}-1/stop`, { itemIds: [1], reason: 'Moved away' }, staff);
      expect((await correct({})).status).toBe(200);
      const takeUp = (more: object) =>
        post(api, '/tasks/unstop-items', { referralId: first, itemIds: [1], reason: 'Moved back', ...more }, staff);
      expect(await takeUp({})).toMatchObject(refused);

      const ended = await post<{ outcomeId: string }>(
        ...([api, `/tasks/${second}-1/outcome`, { outcome: 'not-needed' }, staff] as const),
      );
      expect(ended.status).toBe(200);
      expect((await takeUp({})).status).toBe(200);
      const undo = await post(api, `/tasks/outcomes/${ended.body.data.outcomeId}/undo`, {}, staff);
      expect(undo).toMatchObject(refused);
    });

    it('that was already taken up is not answered by the rule that would refuse it by now', async () => {
      const renews = await aReferral();
      const first = `R${renews}01`;
      const stop = (task: number) =>
        post(api, `/tasks/${first}-${task}/stop`, { itemIds: [1], reason: 'Moved away' }, staff);
      const takeUp = (key: string) =>
        post(api, '/tasks/unstop-items', { referralId: first, itemIds: [1], reason: 'Moved back' }, { ...staff, key });
      await open({ renews });
      await stop(1);
      const [took, again] = [randomUUID(), randomUUID()];
      for (const key of [took, again, again]) expect((await takeUp(key)).status).toBe(200);
      expect((await stop(2)).status).toBe(200);
      expect((await open({ renews })).status).toBe(201);
      // Both were answered as done, so neither may hear that it was not possible.
      for (const key of [took, again, again]) {
        expect(await takeUp(key)).toMatchObject({ status: 409, body: { code: 'request/changed-since' } });
      }
    });

    it('is found by a search', async () => {
      const renews = await aReferral();
      const member = { ...taskData.member, lastName: 'Quesnel', medicaidId: 'ZX-4711' };
      const answer = await open({ renews, member });
      for (const search of [`R${renews}01`, renews, 'quesnel rosa', 'zx-47']) {
        const found = await list(`search=${encodeURIComponent(search)}`, answer);
        expect([search, found.map(({ recertificationId }) => recertificationId)]).toEqual([search, [`R${renews}01`]]);
      }
      expect(await list('search=nobody+of+this+name', answer)).toEqual([]);
    });
  });

  it('waits on hold until its day', async () => {
    const startOn = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const answer = await open({ startOn });
    const task = await get<TaskQueueRow>(api, `/tasks/${answer.body.data.taskId}?${at(answer)}`, staff);
    expect(task.body.data).toMatchObject({ onHold: { until: startOn } });
    expect((await open({ startOn: '2020-01-01' })).body.code).toBe('item-task/hold-day-not-ahead');
  });

  it('is worked by its outcomes until the supply is certified, or stopped and taken up again', async () => {
    const { id } = await opened();
    const record = (n: number, outcome: string) => post(api, `/tasks/${id}-${n}/outcome`, { outcome }, staff);
    await record(1, 'needed');
    const attempt = await record(2, 'received');
    expect(await read(id, attempt)).toMatchObject({
      recertificationId: id,
      status: 'open',
      physician: { lastName: 'Okafor', phone: null },
      tasks: [{ task: 'Recert Review' }, { task: 'Recert Physician Paperwork 1st' }, { task: 'Recert Log CMN' }],
      outcomes: [{ outcome: 'needed' }, { outcome: 'received', contact: { party: 'physician', number: 1 } }],
    });
    await record(3, 'complete');
    const denied = await record(4, 'denied');
    expect(await read(id, denied)).toMatchObject({ status: 'stopped', stoppedReason: 'The authorization was denied' });
    const again = { referralId: id, itemIds: [1], reason: 'Appealed' };
    expect((await post(api, '/tasks/unstop-items', again, staff)).status).toBe(200);
    const approved = await record(5, 'approved');
    expect(await read(id, approved)).toMatchObject({ status: 'certified', stoppedReason: null });
  });

  it('has a history in words, with an intact chain, which the audit reads', async () => {
    const { id, taskId } = await opened();
    await post(api, `/tasks/${taskId}/claim`, {}, staff);
    const history = await get<ReferralHistory>(api, `/referrals/referral/${id}/history`, { as: 'ops' });
    const { entries, chains, accesses } = history.body.data;
    expect(entries.map(({ event }) => event.type)).toEqual(['RecertificationOpened', 'TaskOpened', 'TaskClaimed']);
    expect(chains).toMatchObject([{ stream: `recertification-${id}`, ok: true, events: 3 }]);
    expect(accesses).toEqual([]);
    await get(api, `/recertifications/${id}`, staff);
    const again = await get<ReferralHistory>(api, `/referrals/referral/${id}/history`, { as: 'ops' });
    expect(again.body.data.accesses.map(({ screen }) => screen)).toContain('Task');
  });

  it('has files with their types, which its page shows', async () => {
    const { id } = await opened();
    const body = new FormData();
    body.append('file', new Blob(['%PDF-1.7\n of the specs']), 'ignored.pdf');
    const sent = await fetch(`${api.origin}/api/pdf/referral/${id}/upload/fileName/cmn.pdf?fileType=CMN`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${api.tokens.staff}`, 'idempotency-key': randomUUID() },
    });
    expect([sent.status, ((await sent.json()) as Answer<unknown>['body']).data]).toEqual([201, { fileId: 1 }]);
    const change = { fileType: 'Authorization', previousType: 'CMN' };
    const changed = await post(api, `/pdf/referral/${id}/file/1/type`, change, staff);
    expect((await read(id, changed)).files).toMatchObject([
      { fileId: 1, fileName: 'cmn.pdf', fileType: 'Authorization', check: 'waiting' },
    ]);
  });

  it('has internal notes, which are unread until they are read, and no external ones', async () => {
    const { id } = await opened();
    const note = { referralId: id, note: '<p>The fax is wrong.</p>' };
    const written = await post<string>(api, '/internal-notes', note, staff);
    expect(written).toMatchObject({ status: 201, body: { data: `${id}-1` } });
    const unread = async (after: Answer<unknown>) => {
      const path = `/notes/unread?referralIds=${id}&${at(after)}`;
      return (await get<UnreadNotes>(api, path, { as: 'staff2' })).body.data.referrals;
    };
    expect(await unread(written)).toEqual({ [id]: 1 });
    const read = await post(api, '/internal-notes/read', { referralId: id, noteIds: [`${id}-1`] }, { as: 'staff2' });
    expect(await unread(read)).toEqual({});
    expect((await post(api, '/notes/create', { referralId: id, noteText: '<p>x</p>' }, staff)).status).toBe(400);
  });

  it('tells of an assigned task by its name, until it is read', async () => {
    const { id, taskId } = await opened();
    const assigned = await post(api, `/tasks/${taskId}/assign`, { userId: PEOPLE.staff2.userId }, staff);
    const newest = async (after: Answer<unknown>) =>
      (await get<NotificationList>(api, `/notifications?${at(after)}`, { as: 'staff2' })).body.data.notifications[0];
    const words = `Recert Review for ${id} was assigned to you`;
    const newestOne = await newest(assigned);
    expect(newestOne).toMatchObject({ words, path: `/task/${taskId}`, unread: true });
    const seen = await post(api, '/notifications/read', { ids: newestOne?.ids }, { as: 'staff2' });
    expect(await newest(seen)).toMatchObject({ words, unread: false });
  });

  it('is corrected field by field, and shows what it was before', async () => {
    const { id, taskId } = await opened();
    const correct = (body: object) => post(api, `/recertifications/${id}/update`, body, staff);
    const member = { ...taskData.member, lastName: 'Quillon-Diaz' };
    const first = await correct({ member, itemCategory: 'Supplies' });
    expect(await read(id, first)).toMatchObject({ member, itemCategory: 'Supplies', corrections: 2 });
    const queue = await get<TaskQueue>(api, `/tasks?search=quillon-diaz&${at(first)}`, staff);
    expect(queue.body.data.rows).toMatchObject([{ taskId, items: [{ item: 'Recertification of Supplies' }] }]);
    const second = await correct({ member: { ...taskData.member, lastName: 'Ortiz', phone: '6025550111' } });
    expect(second).toMatchObject({
      status: 409,
      body: {
        code: 'recertification/changed-meanwhile',
        errors: {
          'member.lastName': expect.stringMatching(/^You changed this on .* from “Diaz” to “Quillon-Diaz”\.$/),
        },
      },
    });
    expect((await correct({ member: { ...member, phone: '6025550111' }, parentId: 2 })).status).toBe(200);
    const { body } = await get<Corrections>(api, `/referrals/referral/${id}/corrections`, staff);
    expect(body.data.flatMap(({ facts }) => facts)).toEqual([
      { section: 'Member', field: 'Name', from: 'Rosa Diaz', to: 'Rosa Quillon-Diaz' },
      { section: 'Certification', field: 'Category', from: 'Incontinence', to: 'Supplies' },
      { section: 'Member', field: 'Phone', from: '(602) 555-0100', to: '(602) 555-0111' },
    ]);
  });

  it('is kept apart from referrals', async () => {
    const { id, taskId } = await opened();
    const moved = await post(api, `/tasks/${taskId}/move`, { itemIds: [1], task: 'Shipped', reason: 'No' }, staff);
    expect(moved.body.code).toBe('item-task/other-work');
    expect((await get(api, `/referrals/referral/${id.slice(1)}`, staff)).status).toBe(404);
    expect((await get(api, `/recertifications/R1`, staff)).status).toBe(404);
  });
});
