import { afterAll, describe, expect, it } from '@jest/globals';
import {
  type Note,
  READS_AS_OF,
  type RecertificationDetail,
  type ReferralDetail,
  type ReferralHistory,
  type TaskQueueRow,
  type Viewings,
} from '@throughline/contracts';
import { type FileCommand, fileDecider } from '@throughline/domain';
import { handleCommand, systemContext } from '@throughline/event-store';
import { randomUUID } from 'node:crypto';
import { actOnAccount } from '../testing/act-on-account.js';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { startApi } from '../testing/api-under-test.js';
import { type Answer, get, post } from '../testing/call.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

const admin = { as: 'admin' } as const;
const staff = { as: 'staff' } as const;

async function aReferral(as?: 'referrer'): Promise<string> {
  const { data } = (await submitOrder(api, anOrder(), as ? { as } : {})).body;
  await until(async () => (await get(api, `/tasks/${data}-1`, admin)).status === 200);
  return data;
}

/** Far past the head of the log. */
const MAX_POSITION = 9_000_000_000;

function positionOf(answer: Answer<unknown>): number {
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return Number(answer.headers.get('x-throughline-position'));
}

const RECERTIFICATION = /recertifications/;
/** The paths of all reads of a referral that answer as of an earlier moment. */
const readsOf = (id: string): readonly string[] =>
  READS_AS_OF.filter((endpoint) => !RECERTIFICATION.test(endpoint)).map((endpoint) =>
    endpoint
      .slice('GET '.length)
      .replace(/\{(id|referralId)\}/, id)
      .replace('{taskId}', `${id}-1`),
  );

const query = (of: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(Object.entries(of).map(([name, value]): [string, string] => [name, String(value)])).toString();

/** What every read answers, without the position of the feed, which is always that of now. */
async function answersOf(id: string, of: Parameters<typeof query>[0]): Promise<Readonly<Record<string, unknown>>> {
  const answers = await Promise.all(
    readsOf(id).map(async (path) => {
      const { status, body } = await get<object | readonly unknown[]>(api, `${path}?${query(of)}`, admin);
      const found = Array.isArray(body.data) ? body.data : { ...body.data, feed: null };
      return [path, { status, found }] as const;
    }),
  );
  return Object.fromEntries(answers);
}

describe('A case as of an earlier moment', () => {
  it('is answered by every read as it was answered then', async () => {
    const id = await aReferral('referrer');
    const { memberInfo } = anOrder();
    const taskId = `${id}-1`;
    const file = async (command: FileCommand) => {
      const context = systemContext(randomUUID(), new Date().toISOString());
      return (await handleCommand(api.engines.store, { decider: fileDecider, id, command, context })).position;
    };
    const noteBy = (as: 'staff' | 'referrer', noteText: string) =>
      post<string>(api, '/notes/create', { referralId: id, noteText }, { as });
    const steps: readonly (() => Promise<number | null>)[] = [
      async () => positionOf(await post(api, `/tasks/${taskId}/claim`, {}, staff)),
      async () =>
        positionOf(
          await post(api, '/referrals/update', { referralId: id, memberInfo: { ...memberInfo, city: 'Waco' } }, staff),
        ),
      async () => positionOf(await noteBy('staff', '<p>Which size?</p>')),
      async () => positionOf(await post(api, '/internal-notes', { referralId: id, note: '<p>Call again.</p>' }, staff)),
      async () => positionOf(await noteBy('referrer', '<p>Medium.</p>')),
      async () =>
        positionOf(await post(api, '/notes/read', { referralId: id, noteIds: [`${id}-1`, `${id}-2`] }, admin)),
      async () => {
        const stored = { fileName: `${id}.pdf`, size: 4, sha256: 'a'.repeat(64), storageName: randomUUID() };
        return file({
          type: 'RecordSubmissionPdf',
          data: { referralId: id, ...stored, generatedAt: new Date().toISOString() },
        });
      },
      async () => positionOf(await post(api, `/tasks/${taskId}/outcome`, { outcome: 'created' }, staff)),
      async () => {
        const items = [{ id: 1, stoppedReason: { reason: 'Moved away' } }];
        return positionOf(await post(api, `/items/update-referral-items/${id}`, { items, parentId: 0 }, staff));
      },
    ];
    const then: { readonly asOf: number; readonly answers: unknown }[] = [];
    const submitted = (await get<ReferralDetail>(api, `/referrals/referral/${id}`, admin)).body.data;
    expect(submitted.memberInfo.city).toBe('Austin');
    for (const step of steps) {
      const asOf = await step();
      if (asOf === null) throw new Error('The step changed nothing.');
      then.push({ asOf, answers: await answersOf(id, { minPosition: asOf }) });
    }
    for (const { asOf, answers } of [...then].reverse()) expect(await answersOf(id, { asOf })).toEqual(answers);
    // At once, each with its own moment.
    const [first, last] = [then[0]!, then.at(-1)!];
    const [, again, early] = await Promise.all([
      answersOf(id, { asOf: last.asOf }),
      answersOf(id, { asOf: first.asOf }),
      get<ReferralDetail>(api, `/referrals/referral/${id}?asOf=${first.asOf}`, admin),
    ]);
    expect(again).toEqual(first.answers);
    expect(first.answers).not.toEqual(last.answers);
    expect(early.body.data.memberInfo.city).toBe('Austin');
    const { body } = await get<Viewings>(api, `/referrals/referral/${id}/viewings`, admin);
    expect(body.data.rows.map(({ screen }) => screen)).toContain('Internal notes, earlier moment');
  });

  it('is asked for by a time as well, and did not exist before its first event', async () => {
    const id = await aReferral();
    const { at } = (await get<ReferralHistory>(api, `/referrals/referral/${id}/history`, admin)).body.data.entries[0]!;
    const asOf = (instant: string) => get(api, `/referrals/referral/${id}?asOf=${instant}`, admin);
    expect((await asOf(at)).status).toBe(200);
    const before = await asOf(new Date(Date.parse(at) - 1).toISOString());
    expect([before.status, before.body.code]).toEqual([404, 'referral/not-found']);
    expect((await asOf('yesterday')).status).toBe(400);
    const withoutMoment = await get(api, `/referrals/referral/${id}?as=referrer`, admin);
    expect([withoutMoment.status, Object.keys(withoutMoment.body.errors ?? {})]).toEqual([400, ['as']]);
  });

  it('is for auditors alone, whatever the read', async () => {
    const id = await aReferral('referrer');
    for (const path of readsOf(id)) {
      for (const as of ['referrer', 'staff', 'stranger', 'siteAdmin', undefined] as const) {
        const { status } = await get(api, `${path}?asOf=${MAX_POSITION}`, { ...(as && { as }) });
        expect([path, as, [401, 403].includes(status)]).toEqual([path, as, true]);
      }
      expect((await get(api, `${path}?asOf=${MAX_POSITION}`, { as: 'ops' })).status).toBe(200);
    }
  });

  it('is seen as its referrer saw it, by the rights that they had then', async () => {
    const id = await aReferral('referrer');
    const note = { referralId: id, noteText: '<p>Which size?</p>' };
    const asOf = positionOf(await post(api, '/notes/create', note, staff));
    const asReferrer = async (path: string, at = asOf) =>
      (await get(api, `${path}?asOf=${at}&as=referrer`, admin)).status;
    const [referral, notes] = [`/referrals/referral/${id}`, `/notes/${id}`];
    expect([await asReferrer(referral), await asReferrer(notes)]).toEqual([200, 200]);
    expect(await asReferrer(`/internal-notes/referral/${id}`)).toBe(404);
    expect(await asReferrer(`${referral}/outcomes`)).toBe(404);
    const unread = await get<Note[]>(api, `${notes}?asOf=${asOf}&as=referrer`, admin);
    expect(unread.body.data).toMatchObject([{ unread: true }]);

    const deactivated = positionOf(await actOnAccount(api, 'referrer', 'deactivate'));
    expect([await asReferrer(referral, deactivated), await asReferrer(referral)]).toEqual([404, 200]);
    expect(await asReferrer(`${referral}/limited`, deactivated)).toBe(200);
    const reactivated = positionOf(await actOnAccount(api, 'referrer', 'reactivate'));
    expect([await asReferrer(referral, reactivated), await asReferrer(referral, deactivated)]).toEqual([200, 404]);
  });

  it('has no referrer if nobody was signed in', async () => {
    const id = await aReferral();
    const path = `/referrals/referral/${id}`;
    expect((await get(api, `${path}?asOf=${MAX_POSITION}&as=referrer`, admin)).status).toBe(404);
    expect((await get(api, `${path}/limited?asOf=${MAX_POSITION}&as=referrer`, admin)).status).toBe(200);
  });

  it('can be a recertification, which has no referrer', async () => {
    const member = { lastName: 'Diaz', firstName: 'Rosa', DOB: '1950-02-01', phone: '6025550100', state: 'AZ' };
    const taskData = { itemCategory: 'Incontinence', member, physician: { lastName: 'Okafor', fax: '6025550102' } };
    const opened = await post<{ taskId: string }>(api, '/tasks', { task: 'Recert Review', taskData }, staff);
    const { taskId } = opened.body.data;
    const path = `/recertifications/${taskId.slice(0, -2)}`;
    const read = async (of: Parameters<typeof query>[0]) =>
      get<RecertificationDetail>(api, `${path}?${query(of)}`, admin);
    const asOf = positionOf(opened);
    const renamed = positionOf(await post(api, `${path}/update`, { member: { ...member, lastName: 'Zamora' } }, staff));
    expect((await read({ minPosition: renamed })).body.data.member.lastName).toBe('Zamora');
    expect((await read({ asOf })).body.data.member.lastName).toBe('Diaz');
    expect((await get<TaskQueueRow>(api, `/tasks/${taskId}?asOf=${asOf}`, admin)).body.data.memberLastName).toBe(
      'Diaz',
    );
    expect((await read({ asOf: asOf - 1 })).body.code).toBe('recertification/not-found');
    expect((await read({ asOf, as: 'referrer' })).body.code).toBe('recertification/not-found');
  });
});
