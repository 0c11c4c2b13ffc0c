import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { FeedPosition, ReferralList } from '@throughline/contracts';
import { internalNoteDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { startApi, type Name } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { connect, type LiveClient } from '../testing/live-client.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

const clients: LiveClient[] = [];
afterEach(() => clients.splice(0).forEach(({ socket }) => socket.disconnect()));
const open = (...given: [as?: Name, token?: string]) => {
  const client = connect(api, ...given);
  clients.push(client);
  return client;
};

const submit = async (as: Name = 'referrer', order = anOrder()) => (await submitOrder(api, order, { as })).body.data;
const snapshot = async (as: Name) => (await get<ReferralList>(api, '/referrals', { as })).body.data.feed;

/** Waits until the read models have the first task of each referral: no further events follow by themselves then. */
const settled = async (ids: readonly string[]) => {
  for (const id of ids) await until(async () => (await get(api, `/tasks/${id}-1`, { as: 'staff' })).status === 200);
};

const LIST = { name: 'referral-list' } as const;
const QUEUE = { name: 'task-queue' } as const;
const keys = (changes: readonly { readonly key: string }[]) => [...new Set(changes.map(({ key }) => key))].sort();

describe('A live topic', () => {
  it('pushes changes', async () => {
    const client = open('staff');
    expect(await client.join(LIST, await snapshot('staff'))).toMatchObject({ status: 'joined' });
    const id = await submit();
    await until(() => client.changes.some(({ key }) => key === id));
    expect(client.changes.find(({ key }) => key === id)?.row).toMatchObject({ referralId: id, memberLastName: 'Diaz' });
    // Its further changes would be among those of the next spec.
    await settled([id]);
  });

  it('sends each change exactly once to sockets that join while it changes', async () => {
    const since = await snapshot('staff');
    let more = true;
    const ids: string[] = [];
    const writing = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (more) ids.push(await submit());
      }),
    );
    const joiners = [];
    for (let n = 0; n < 12; n++) {
      const client = open('staff');
      const answer = await client.join(LIST, since);
      expect(answer.status).toBe('joined');
      joiners.push({ client, missed: answer.status === 'joined' ? answer.changes : [] });
    }
    more = false;
    await writing;
    await settled(ids);
    const last = await open('staff').join(LIST, since);
    if (last.status !== 'joined') throw new Error(`The last one was not joined: ${JSON.stringify(last)}`);
    const all = last.changes.map(({ position }) => position);
    expect(keys(last.changes)).toEqual([...ids].sort());
    for (const { client, missed } of joiners) {
      const seen = () => [...missed, ...client.changes].map(({ position }) => position);
      await until(() => seen().some((position) => position >= all.at(-1)!));
      // A row may change once more after the last one has joined.
      expect(seen().filter((position) => position <= last.feed.position)).toEqual(all);
    }
  });

  it('sends missed changes after a reconnect, each once and in order', async () => {
    await settled([await submit()]);
    const before = open('staff');
    const answer = await before.join(LIST, await snapshot('staff'));
    const away = answer.status === 'refused' ? null : answer.feed;
    before.socket.disconnect();
    const ids = [await submit(), await submit()];
    await settled(ids);
    const again = await open('staff').join(LIST, away);
    expect(again.status === 'joined' && keys(again.changes)).toEqual(ids.sort());
  });

  it.each([
    ['there is no position', null, 'no-position'],
    ['the feed has begun anew', { epoch: '00000000-0000-4000-8000-000000000000', position: 0 }, 'other-epoch'],
  ] as const)('requires a new snapshot when %s', async (_, since: FeedPosition | null, reason) => {
    expect(await open('staff').join(LIST, since)).toMatchObject({ status: 'read-afresh', reason });
  });

  it('requires a new snapshot after a long absence', async () => {
    const { epoch } = await snapshot('staff');
    await api.engines.database.db.updateTable('change_feed_state').set({ trimmed_to: 1 }).execute();
    const answer = await open('staff').join(LIST, { epoch, position: 0 });
    expect(answer).toMatchObject({ status: 'read-afresh', reason: 'too-old' });
  });
});

describe('Permission to follow', () => {
  it('the list: referrers receive changes of their own company only', async () => {
    const [colleague, stranger] = [open('colleague'), open('stranger')];
    await colleague.join(LIST, await snapshot('colleague'));
    await stranger.join(LIST, await snapshot('stranger'));
    const theirs = await submit('stranger', anOrder({ email: 'u-stranger@people.example' }));
    const ours = await submit('referrer');
    await until(() => colleague.changes.some(({ key }) => key === ours) && stranger.changes.length > 0);
    expect(keys(colleague.changes)).toEqual([ours]);
    expect(keys(stranger.changes)).toEqual([theirs]);
  });

  it('a referral: callers that may read it', async () => {
    const id = await submit();
    const topic = { name: 'referral', referralId: id } as const;
    await until(async () => (await get(api, `/referrals/referral/${id}`, { as: 'staff' })).status === 200);
    expect((await open('colleague').join(topic)).status).toBe('read-afresh');
    expect(await open('stranger').join(topic)).toMatchObject({ status: 'refused', code: 'referral/not-found' });
    expect(await open().join(topic)).toMatchObject({ status: 'refused', code: 'identity/sign-in-required' });
  });

  it('of the queue: staff', async () => {
    expect((await open('ops').join(QUEUE)).status).toBe('read-afresh');
    expect(await open('referrer').join(QUEUE)).toMatchObject({ status: 'refused', code: 'identity/not-allowed' });
  });

  it('the history of a referral: callers that may audit, without the data of other events', async () => {
    const topic = { name: 'referral-history', referralId: '1' } as const;
    expect(await open().join(topic)).toMatchObject({ status: 'refused', code: 'identity/sign-in-required' });
    expect(await open('staff').join(topic)).toMatchObject({ status: 'refused', code: 'identity/not-allowed' });
    const auditor = open('ops');
    expect((await auditor.join(topic)).status).toBe('read-afresh');
    const at = new Date().toISOString();
    await handleCommand(api.engines.store, {
      decider: internalNoteDecider,
      id: '1',
      command: {
        type: 'NoteAdditionalInformation',
        data: { referralId: '1', text: 'Ring twice.', authorUserId: 'u-referrer', writtenAt: at },
      },
      context: { commandId: randomUUID(), actor: SYSTEM_ACTOR, at, correlationId: '', causationId: null },
    });
    await until(() => auditor.changes.length > 0);
    expect(auditor.changes).toMatchObject([{ key: '1', row: { notes: 1 } }]);
  });

  it('the limited form of a referral: anybody, and no more than that form', async () => {
    const id = await submit();
    const client = open();
    const topic = { name: 'limited-referral', referralId: id } as const;
    await until(async () => (await client.join(topic)).status === 'read-afresh');
    await settled([id]);
    await post(api, `/tasks/${id}-1/outcome`, { outcome: 'created' }, { as: 'staff' });
    await until(() => JSON.stringify(client.changes).includes('Patient Contact 1st'));
    expect(JSON.stringify(client.changes)).not.toMatch(/Diaz|Rosa|Ruiz|example|Shower/);
    expect(await client.join({ ...topic, referralId: '1' })).toMatchObject({
      status: 'refused',
      code: 'referral/not-found',
    });
  });

  it('nothing that is not a topic', async () => {
    const client = open('staff');
    const answer = await client.join({ name: 'everything' } as never);
    expect(answer).toMatchObject({ status: 'refused', code: 'live/malformed' });
  });
});

describe('A token', () => {
  it('that is withdrawn ends its topics, except the public ones', async () => {
    const client = open('staff');
    await client.join(QUEUE);
    await client.join(LIST);
    await client.token(null);
    expect([...client.left].sort()).toEqual([
      'referral-list identity/sign-in-required',
      'task-queue identity/sign-in-required',
    ]);
    await submit();
    expect((await client.join(LIST)).status).toBe('refused');
    expect(client.changes).toEqual([]);
  });

  it('of another person leaves the topics that they may not follow', async () => {
    const client = open('staff');
    await client.join(QUEUE);
    await client.token(api.tokens.referrer);
    expect(client.left).toEqual(['task-queue identity/not-allowed']);
  });

  it('of the same person changes nothing', async () => {
    const client = open('staff');
    await client.join(QUEUE);
    await client.token(await api.identity.token('u-staff'));
    expect(client.left).toEqual([]);
  });

  it('that expires ends its topics', async () => {
    const client = open('staff', await api.identity.token('u-staff', { seconds: 2 }));
    expect((await client.join(QUEUE)).status).toBe('read-afresh');
    await until(() => client.left.length > 0);
    expect(client.left).toEqual(['task-queue identity/sign-in-required']);
  });
});
