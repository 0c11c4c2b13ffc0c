import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { startAnotherNode, startApi } from '../testing/api-under-test.js';
import { get } from '../testing/call.js';
import { connect, type LiveClient } from '../testing/live-client.js';
import { untilSoon, withinFiveSeconds } from '../testing/until.js';

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
const answerTo = async (token: string) => {
  const { status, headers, body } = await get(api, '/tasks', { headers: { authorization: `Bearer ${token}` } });
  return { status, code: body.code, message: body.message, retryAfter: headers.get('retry-after') };
};

describe('A revoked token', () => {
  it('is refused', async () => {
    const token = await newToken();
    api.identity.revoke(token);
    const refusal = {
      status: 401,
      code: 'identity/token-revoked',
      message: expect.stringContaining('ended elsewhere'),
    };
    expect(await answerTo(token)).toMatchObject(refusal);
  });

  it('is refused within five seconds by a node that has just accepted it', async () => {
    const token = await newToken();
    expect((await answerTo(token)).status).toBe(200);
    api.identity.revoke(token);
    await withinFiveSeconds(api, async () => (await answerTo(token)).status === 401);
  });

  it('ends its live topics within five seconds, and those of no other token', async () => {
    const [taken, kept] = [await newToken(), await newToken()];
    const [client, other] = [open(taken), open(kept)];
    for (const { join } of [client, other]) expect((await join({ name: 'task-queue' })).status).toBe('read-afresh');
    api.identity.revoke(taken);
    await withinFiveSeconds(api, () => client.left.length > 0);
    expect(client.left).toEqual(['task-queue identity/sign-in-required']);
    expect(other.left).toEqual([]);
  });
});

describe('While introspection fails', () => {
  it('a token that was valid stays valid', async () => {
    const token = await newToken();
    await answerTo(token);
    api.identity.introspects(false);
    expect((await answerTo(token)).status).toBe(200);
  });

  it('a new token is neither accepted nor called invalid', async () => {
    api.identity.introspects(false);
    expect(await answerTo(await newToken())).toEqual({
      status: 503,
      code: 'identity/unavailable',
      message: 'We cannot reach the service that checks sign-ins. Please try again in a moment.',
      retryAfter: '2',
    });
  });

  it('a socket with an unknown token is closed, and admitted once introspection works again', async () => {
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
    await untilSoon(api, () => answers.length > 0);
    expect(answers).toEqual(['read-afresh']);
  });
});

describe('A tenant', () => {
  it('is called once per token for all nodes, which refuse a revoked token after a minute', async () => {
    await using first = await startApi({ tenant: true });
    await using second = await startAnotherNode(first);
    const token = await first.identity.token('u-staff');
    const headers = { authorization: `Bearer ${token}` };
    const statusAt = async (node: typeof first) => (await get(node, '/tasks', { headers })).status;
    expect([await statusAt(first), await statusAt(second)]).toEqual([200, 200]);
    expect(first.identity.introspections()).toBe(1);

    first.identity.revoke(token);
    await first.engines.database.db
      .updateTable('token_answer')
      .set({ asked_at: new Date(0) })
      .execute();
    for (const node of [first, second]) await withinFiveSeconds(first, async () => (await statusAt(node)) === 401);
    expect(first.identity.introspections()).toBe(2);
  });
});
