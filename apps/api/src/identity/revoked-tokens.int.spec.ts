import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { startApi } from '../testing/api-under-test.js';
import { get } from '../testing/call.js';
import { connect, type LiveClient } from '../testing/live-client.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

const clients: LiveClient[] = [];
const open = (token: string) => {
  const client = connect(api, 'staff', token);
  clients.push(client);
  return client;
};
afterEach(() => {
  api.identity.introspects(true);
  clients.splice(0).forEach(({ socket }) => socket.disconnect());
});

const newToken = () => api.identity.token('u-staff');
const asked = async (token: string) => {
  const { status, headers, body } = await get(api, '/tasks', { headers: { authorization: `Bearer ${token}` } });
  return { status, code: body.code, message: body.message, retryAfter: headers.get('retry-after') };
};

describe('A token that was taken back', () => {
  it('is refused', async () => {
    const token = await newToken();
    api.identity.revoke(token);
    expect(await asked(token)).toMatchObject({ status: 401, code: 'identity/token-revoked' });
  });

  it('is refused within five seconds by who has just taken it', async () => {
    const token = await newToken();
    expect((await asked(token)).status).toBe(200);
    api.identity.revoke(token);
    await until(async () => (await asked(token)).status === 401);
  });

  it('takes its live topics with it within five seconds, and those of no other', async () => {
    const [taken, kept] = [await newToken(), await newToken()];
    const [client, other] = [open(taken), open(kept)];
    for (const { join } of [client, other]) expect((await join({ name: 'task-queue' })).status).toBe('read-afresh');
    api.identity.revoke(taken);
    await until(() => client.left.length > 0);
    expect(client.left).toEqual(['task-queue identity/sign-in-required']);
    expect(other.left).toEqual([]);
  });
});

describe('While the provider does not say which tokens hold', () => {
  it('a token that was good stays good', async () => {
    const token = await newToken();
    await asked(token);
    api.identity.introspects(false);
    expect((await asked(token)).status).toBe(200);
  });

  it('another one is neither taken nor called bad', async () => {
    api.identity.introspects(false);
    expect(await asked(await newToken())).toEqual({
      status: 503,
      code: 'identity/unavailable',
      message: 'Your session cannot be checked right now. Please try again.',
      retryAfter: '2',
    });
  });

  it('a socket that comes with another one is cut off, and comes in once the provider says so again', async () => {
    api.identity.introspects(false);
    const client = open(await newToken());
    client.socket.io.reconnectionDelay(50).reconnectionDelayMax(50);
    const answers: string[] = [];
    client.socket.on(
      'connect',
      () => void client.join({ name: 'task-queue' }).then(({ status }) => answers.push(status)),
    );
    await new Promise((resolve) => client.socket.once('disconnect', resolve));
    api.identity.introspects(true);
    await until(() => answers.length > 0);
    expect(answers).toEqual(['read-afresh']);
  });
});
