import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { User } from '@throughline/contracts';
import { accountDecider } from '@throughline/domain';
import { readEvents, readState } from '@throughline/event-store';
import { signToken } from '@throughline/platform';
import { waitUntilProjected } from '@throughline/read-models';
import { PEOPLE, startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';

const lines: string[] = [];
const api = await startApi({ onLogLine: (line) => void lines.push(line) });
afterAll(() => api.close());

const { userId } = PEOPLE.referrer;
const hours = (n: number) => new Date(Date.now() + n * 3_600_000);
const tokenOf = (topic: string, { person = userId, expiresAt = hours(1), key = api.engines.config.secretKey } = {}) =>
  signToken(key, 'unsubscribe', { parts: [person, topic], expiresAt });
/** A request like that of a mail program (RFC 8058): a form, without cookies or any other identification. */
const oneClick = (token: string, method = 'POST') =>
  fetch(`${api.origin}/unsubscribe/${token}`, {
    method,
    ...(method === 'POST' && { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }),
  });
const settings = async () => {
  await waitUntilProjected(api.engines.database.db, await api.engines.store.head());
  return (await get<User>(api, `/users/user/${userId}`, { as: 'referrer' })).body.data.notificationSettings;
};
const eventsOfAccount = async () => (await readEvents(api.engines.store, `account-${userId}`, {})).length;

describe('Notification Settings', () => {
  it('are chosen by the person alone, once for each request', async () => {
    expect(await settings()).toEqual({ status: 'digest', note: 'now', contact: 'digest', delivery: 'now' });
    const [before, key] = [await eventsOfAccount(), randomUUID()];
    for (const _ of [1, 2]) {
      const choices = { status: 'now', contact: 'none' };
      const { status } = await post(api, '/users/user/notification-settings', choices, {
        as: 'referrer',
        key,
      });
      expect(status).toBe(200);
    }
    expect(await settings()).toEqual({ status: 'now', note: 'now', contact: 'none', delivery: 'now' });
    expect(await eventsOfAccount()).toBe(before + 1);
  });

  it.each([{ status: 'often' }, { news: 'now' }, 'now'])('refuse %j', async (choices) => {
    expect((await post(api, '/users/user/notification-settings', choices, { as: 'referrer' })).status).toBe(400);
  });
});

describe('The link of a mail', () => {
  it('ends that mail with one POST and without a sign-in; once more changes nothing, and the log does not hold it', async () => {
    const token = tokenOf('note');
    expect((await oneClick(token)).status).toBe(200);
    const events = await eventsOfAccount();
    expect((await oneClick(token)).status).toBe(200);
    expect(await settings()).toEqual({ status: 'now', note: 'none', contact: 'none', delivery: 'now' });
    expect(await eventsOfAccount()).toBe(events);
    expect(lines.join('\n')).not.toContain(token.slice(-20));
  });

  it('changes nothing when it is only opened', async () => {
    const events = await eventsOfAccount();
    for (const method of ['GET', 'HEAD']) await oneClick(tokenOf('delivery'), method);
    expect(await eventsOfAccount()).toBe(events);
  });

  it.each([
    ['forged', () => tokenOf('delivery', { key: 'another key, of as many as forty characters' })],
    ['expired', () => tokenOf('delivery', { expiresAt: hours(-1) })],
    ['of no topic', () => tokenOf('everything')],
    ['cut off', () => tokenOf('delivery').slice(0, -1)],
  ])('is worth nothing when it is %s', async (_, token) => {
    const events = await eventsOfAccount();
    const answer = await oneClick(token());
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      404,
      'This link was not found.',
    ]);
    expect(await eventsOfAccount()).toBe(events);
  });

  it('of somebody whom the portal does not know creates nobody', async () => {
    expect((await oneClick(tokenOf('note', { person: 'u-nobody' }))).status).toBe(409);
    expect((await readState(api.engines.store, accountDecider, 'u-nobody')).revision).toBe(-1);
  });
});
