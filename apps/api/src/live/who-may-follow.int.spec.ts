import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type FeedPosition, type ReferralList, type Topic, topicKey } from '@throughline/contracts';
import { appendToFeed, beginEpoch, feedPosition, waitUntilProjected } from '@throughline/read-models';
import { sql } from 'kysely';
import { AccessLog } from '../access-log/access-log.js';
import { Callers } from '../identity/callers.js';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { emailOf, type Name, PEOPLE, startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { type Caller, CALLERS, type ForEachCaller, tokensOf } from '../testing/callers.js';
import { connect, type LiveClient } from '../testing/live-client.js';
import { until } from '../testing/until.js';
import { Admissions } from './admission.js';
import { FeedTail, type FeedListener } from './feed-tail.js';
import { JoinTopic } from './join-topic.js';

const api = await startApi();
afterAll(() => api.close());
beforeEach(() => api.engines.database.pool.query('delete from rate_limit'));

const TOKENS = await tokensOf(api);

const projected = async () => waitUntilProjected(api.engines.database.db, await api.engines.store.head());
const readFeedPosition = async (): Promise<FeedPosition> =>
  (await get<ReferralList>(api, '/referrals?pageSize=1', { as: 'admin' })).body.data.feed;

/** The position before there was anything to follow. */
const beginning = await readFeedPosition();

/** A referral with a note of its referrer and one of the provider's staff. */
async function aReferral(as: Name): Promise<string> {
  const order = anOrder({ email: emailOf(PEOPLE[as]) });
  const { data: referralId } = (await submitOrder(api, order, { as })).body;
  await post(api, '/notes/create', { referralId, noteText: 'Call.' }, { as });
  await post(api, '/internal-notes', { referralId, note: 'Called.' }, { as: 'staff' });
  await projected();
  return referralId;
}

async function aRecertification(): Promise<string> {
  const member = { lastName: 'Diaz', firstName: 'Rosa', DOB: '1950-02-01', phone: '6025550100', state: 'AZ' };
  const physician = { lastName: 'Okafor', fax: '6025550102' };
  const taskData = { itemCategory: 'Incontinence', member, physician };
  const { body } = await post<{ taskId: string }>(api, '/tasks', { task: 'Recert Review', taskData }, { as: 'staff' });
  return body.data.taskId.slice(0, -2);
}

const own = await aReferral('referrer');
const others = await aReferral('stranger');
const recertification = await aRecertification();
const message = { type: 'Other', lastName: 'R', firstName: 'A', email: 'a', subject: 'S', description: 'D' };
await post(api, '/help/create', message);
await projected();

/** The caller may follow the topic. */
const YES = 'yes';
const SIGN_IN = 'identity/sign-in-required';
const NOT_ALLOWED = 'identity/not-allowed';
const HIDDEN = 'referral/not-found';
const UNKNOWN = 'recertification/not-found';
/**
 * Another person may follow it too, but must join it again: the access log has recorded the first person, or other changes are for them.
 */
const [CHANGED, OTHER_RIGHTS] = ['identity/changed', 'identity/rights-changed'];

type Outcomes = ForEachCaller<string>;
/**
 * The outcome of a join, and the outcome for a socket of an administrator who follows the topic when its token changes to that of the
 * caller.
 */
type Row<N extends Topic['name']> = readonly [topic: Topic & { readonly name: N }, joins: Outcomes, becomes: Outcomes];

const EVERYBODY: Outcomes = [YES, YES, YES, YES, YES, YES, YES, YES];
const SIGNED_IN: Outcomes = [SIGN_IN, SIGN_IN, YES, YES, YES, YES, YES, YES];
const READERS: Outcomes = [SIGN_IN, SIGN_IN, HIDDEN, YES, YES, YES, YES, YES];
const PROVIDER: Outcomes = [SIGN_IN, SIGN_IN, NOT_ALLOWED, NOT_ALLOWED, NOT_ALLOWED, YES, YES, YES];
/** People of another company are not told that there is such a referral. */
const PROVIDER_OF_ONE: Outcomes = [SIGN_IN, SIGN_IN, HIDDEN, NOT_ALLOWED, NOT_ALLOWED, YES, YES, YES];
/** Everybody else is answered as if the recertification did not exist. */
const PROVIDER_ALONE: Outcomes = [SIGN_IN, SIGN_IN, UNKNOWN, UNKNOWN, UNKNOWN, YES, YES, YES];
const AUDITORS: Outcomes = [SIGN_IN, SIGN_IN, NOT_ALLOWED, NOT_ALLOWED, NOT_ALLOWED, NOT_ALLOWED, YES, YES];
const OF_A_LIST: Outcomes = [SIGN_IN, SIGN_IN, OTHER_RIGHTS, OTHER_RIGHTS, OTHER_RIGHTS, CHANGED, CHANGED, YES];

/** `joins`, with `outcome` for each person other than the administrator who may follow the topic. */
const ofAnother = (outcome: string, joins: Outcomes): Outcomes =>
  joins.map((one, n) => (one === YES && CALLERS[n] !== 'admin' ? outcome : one)) as unknown as Outcomes;

const referral = { referralId: own };
/** Written by hand: a new topic does not compile until it has a line here. */
const TABLE: { readonly [N in Topic['name']]: Row<N> } = {
  referral: [{ name: 'referral', ...referral }, READERS, ofAnother(CHANGED, READERS)],
  'limited-referral': [{ name: 'limited-referral', ...referral }, EVERYBODY, EVERYBODY],
  recertification: [{ name: 'recertification', referralId: recertification }, PROVIDER_ALONE, PROVIDER],
  submission: [{ name: 'submission', ...referral }, READERS, ofAnother(CHANGED, READERS)],
  'referral-history': [{ name: 'referral-history', ...referral }, AUDITORS, AUDITORS],
  evidence: [{ name: 'evidence', ...referral }, AUDITORS, AUDITORS],
  notes: [{ name: 'notes', ...referral }, READERS, READERS],
  'internal-notes': [{ name: 'internal-notes', ...referral }, PROVIDER_OF_ONE, PROVIDER],
  recertifications: [{ name: 'recertifications', ...referral }, PROVIDER_OF_ONE, PROVIDER],
  'referral-list': [{ name: 'referral-list' }, SIGNED_IN, OF_A_LIST],
  'note-list': [{ name: 'note-list' }, SIGNED_IN, ofAnother(OTHER_RIGHTS, SIGNED_IN)],
  'task-queue': [{ name: 'task-queue' }, PROVIDER, ofAnother(CHANGED, PROVIDER)],
  notifications: [{ name: 'notifications' }, SIGNED_IN, ofAnother(OTHER_RIGHTS, SIGNED_IN)],
  inquiries: [{ name: 'inquiries' }, PROVIDER, PROVIDER],
};

/** The referrals whose changes each caller may receive. */
const READABLE: Readonly<Record<Caller, readonly string[]>> = {
  'no token': [own],
  expired: [own],
  'other company': [others],
  referrer: [own],
  'site administrator': [own],
  staff: [own, others],
  ops: [own, others],
  admin: [own, others],
};
/** Topics with a row for every reader of a referral. */
const LISTS: readonly Topic['name'][] = ['referral-list', 'note-list'];

const whileConnected = async <T>(as: string | null, work: (client: LiveClient) => Promise<T>): Promise<T> => {
  const client = connect(api, undefined, as ?? undefined);
  return work(client).finally(() => client.socket.disconnect());
};

const ROWS = Object.values<Row<Topic['name']>>(TABLE).map((row) => [row[0].name, ...row] as const);

describe.each(ROWS)('%s', (_name, topic, joins, becomes) => {
  const callers = CALLERS.map((caller, n) => ({ caller, outcome: joins[n], after: becomes[n] }));

  it.each(callers)('joined by $caller: $outcome', async ({ caller, outcome }) => {
    const answer = await whileConnected(TOKENS[caller], ({ join }) => join(topic));
    expect(answer.status === 'refused' ? answer.code : answer).toEqual(
      outcome === YES ? expect.objectContaining({ status: 'read-afresh', reason: 'no-position' }) : outcome,
    );
  });

  it.each(callers)('resumed by $caller: $outcome, with what the caller may read', async ({ caller, outcome }) => {
    const answer = await whileConnected(TOKENS[caller], ({ join }) => join(topic, beginning));
    if (outcome !== YES) return expect(answer).toMatchObject({ status: 'refused', code: outcome });
    if (answer.status !== 'joined') return expect(answer).toMatchObject({ status: 'joined' });
    const ids = new Set(answer.changes.map(({ key }) => key.split('-')[0]));
    const sent = [own, others].filter((id) => ids.has(id));
    if (LISTS.includes(topic.name)) return expect(sent).toEqual(READABLE[caller]);
    return expect('referralId' in topic ? [own] : READABLE[caller]).toEqual(expect.arrayContaining(sent));
  });

  it.each(callers)('after an administrator’s socket became that of $caller: $after', async ({ caller, after }) => {
    const left = await whileConnected(api.tokens.admin, async (client) => {
      await client.join(topic);
      await client.token(TOKENS[caller]);
      return client.left;
    });
    expect(left).toEqual(after === YES ? [] : [`${topicKey(topic)} ${after}`]);
  });
});

describe('Notifications', () => {
  const callers = CALLERS.filter((caller) => TOKENS[caller] !== null && caller !== 'expired');
  const provider: readonly Caller[] = ['staff', 'ops', 'admin'];

  it.each(callers)('of %s are their own, and those of work only for the people of the provider', async (name) => {
    const caller = await api.app
      .get(Callers, { strict: false })
      .byToken(TOKENS[name]!, new IncomingMessage(new Socket()));
    const { audience } = await api.app.get(Admissions, { strict: false }).join(caller, { name: 'notifications' });
    const { userId } = caller.actor;
    expect(audience).toEqual([`user:${userId}`, ...(provider.includes(name) ? [`staff:${userId}`] : [])]);
  });
});

describe('A join', () => {
  it('is refused while its rows cannot be recorded, whether they were missed or arrive meanwhile', async () => {
    const caller = await api.app
      .get(Callers, { strict: false })
      .byToken(api.tokens.staff, new IncomingMessage(new Socket()));
    const topic = { name: 'referral-list' } as const;
    const admission = await api.app.get(Admissions, { strict: false }).join(caller, topic);
    const tail = api.app.get(FeedTail, { strict: false });
    const log = api.app.get(AccessLog, { strict: false });
    const enter = jest.fn();
    const join = (since: FeedPosition) =>
      new JoinTopic(api.engines.database, tail, log).join({ caller, topic, admission, since }, enter);

    const record = jest.spyOn(log, 'record').mockRejectedValueOnce(new Error('No access log.'));
    await expect(join(beginning)).rejects.toThrow('No access log.');
    record.mockRestore();

    let listener: FeedListener | undefined;
    const listen = jest.spyOn(tail, 'listen').mockImplementationOnce((to) => {
      listener = to;
      return () => undefined;
    });
    const waitFor = jest.spyOn(tail, 'waitFor').mockImplementationOnce(async () => {
      const change = {
        position: tail.position.position,
        topic: topicKey(topic),
        key: own,
        eventPosition: 0,
        row: {},
        audience: ['staff'],
        at: '',
      };
      await listener?.onBatch({ feed: tail.position, changes: [change] });
    });
    const recordSent = jest.spyOn(log, 'recordSent').mockRejectedValueOnce(new Error('No access log.'));
    await expect(join(tail.position)).rejects.toThrow('No access log.');
    expect(enter).not.toHaveBeenCalled();
    for (const mock of [listen, waitFor, recordSent]) mock.mockRestore();
    await join(tail.position);
    expect(enter).toHaveBeenCalledTimes(1);
  });

  describe('of somebody who was away', () => {
    const topic = { name: 'referral-list' } as const;
    const tail = api.app.get(FeedTail, { strict: false });
    const log = api.app.get(AccessLog, { strict: false });
    const { db, adHoc } = api.engines.database;
    const join = async (since: FeedPosition) => {
      const caller = await api.app
        .get(Callers, { strict: false })
        .byToken(api.tokens.staff, new IncomingMessage(new Socket()));
      const admission = await api.app.get(Admissions, { strict: false }).join(caller, topic);
      return new JoinTopic(api.engines.database, tail, log).join({ caller, topic, admission, since }, () => undefined);
    };

    it('brings all that was missed, or asks for a new snapshot', async () => {
      const since = await feedPosition(db);
      const miss = async (count: number) => {
        const at = new Date().toISOString();
        const change = { topic: topicKey(topic), key: own, audience: ['staff'], row: {}, at, eventPosition: 0 };
        await appendToFeed(adHoc, Array<typeof change>(count).fill(change));
        return join(since);
      };
      const answer = await miss(499);
      expect(answer.status === 'joined' && answer.changes).toHaveLength(499);
      expect(await miss(2)).toMatchObject({ status: 'read-afresh', reason: 'too-old' });
    });

    it('asks for a new snapshot when the feed begins anew meanwhile', async () => {
      const since = await feedPosition(db);
      const record = jest.spyOn(log, 'record').mockImplementationOnce(async () => {
        await beginEpoch(adHoc);
        await until(() => tail.position.epoch !== since.epoch);
      });
      expect(await join(since)).toMatchObject({ status: 'read-afresh', reason: 'other-epoch' });
      record.mockRestore();
    });

    it('asks for a new snapshot when changes are deleted meanwhile that the node has not read yet', async () => {
      const since = await feedPosition(db);
      const record = jest.spyOn(log, 'record').mockImplementationOnce(async () => {
        const later = sql<number>`last_position + 10`;
        await adHoc.updateTable('change_feed_state').set({ last_position: later, trimmed_to: later }).execute();
        await until(() => tail.position.position >= since.position + 10);
      });
      expect(await join(since)).toMatchObject({ status: 'read-afresh', reason: 'too-old' });
      record.mockRestore();
    });

    it('waits for the end of a batch that is being delivered', async () => {
      let deliver = (): void => undefined;
      const delivered = new Promise<void>((resolve) => (deliver = resolve));
      const onBatch = jest.fn(() => delivered);
      const stop = tail.listen({ onBatch, onReset: () => undefined });
      const since = tail.position;
      await post(api, '/referrals/create', anOrder(), { as: 'referrer' });
      await until(() => onBatch.mock.calls.length > 0);
      const waited = jest.fn();
      const waiting = tail.waitFor(since).then(waited);
      try {
        await feedPosition(db);
        expect(waited).not.toHaveBeenCalled();
      } finally {
        stop();
        deliver();
      }
      await waiting;
      expect(tail.position.position).toBeGreaterThan(since.position);
    });
  });
});
