import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { anOrder } from '../testing/an-order.js';
import { type ApiUnderTest, startAnotherNode, startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { REQUESTS_PER_MINUTE } from './rate-limits.js';

describe('Requests to two nodes', () => {
  let nodes: readonly [ApiUnderTest, ApiUnderTest];
  beforeAll(async () => {
    const first = await startApi();
    nodes = [first, await startAnotherNode(first)];
  });
  afterAll(async () => {
    for (const node of [...nodes].reverse()) await node.close();
  });
  beforeEach(() => nodes[0].engines.database.pool.query('delete from rate_limit'));

  /** Looks up all ids at once, alternating between the nodes. */
  const lookUp = (referralIds: readonly number[]) =>
    Promise.all(referralIds.map((id, n) => get(nodes[n % 2] as ApiUnderTest, `/referrals/referral/${id}/limited`)));
  const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).sort();
  const times = (count: number, status: number) => Array<number>(count).fill(status);

  it('for one id are refused after too many attempts, on any node', async () => {
    const attempts = await lookUp(times(REQUESTS_PER_MINUTE.lookUpByInput + 10, 123));
    expect(statuses(attempts)).toEqual([...times(REQUESTS_PER_MINUTE.lookUpByInput, 404), ...times(10, 429)]);
    expect(statuses(await lookUp([123, 123]))).toEqual([429, 429]);
  });

  it('for open look-ups are refused after too many attempts from one address, on any node', async () => {
    const attempts = await lookUp(Array.from({ length: REQUESTS_PER_MINUTE.lookUpByAddress + 6 }, (_, n) => 200 + n));
    expect(statuses(attempts)).toEqual([...times(REQUESTS_PER_MINUTE.lookUpByAddress, 404), ...times(6, 429)]);
  });

  it('are counted from zero after the clock is set back by an hour', async () => {
    await lookUp([125]);
    await nodes[0].engines.database.pool.query('update rate_limit set points = 1000, expire = expire + 3600000');
    expect(statuses(await lookUp([125, 125]))).toEqual([404, 404]);
  });

  it('are refused in the envelope, with Retry-After', async () => {
    const attempts = await lookUp(times(REQUESTS_PER_MINUTE.lookUpByInput + 2, 124));
    const refused = attempts.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.body).toEqual({
      success: false,
      data: null,
      code: 'request/too-many',
      message: 'Too many requests. Please wait a moment and try again.',
    });
  });

  // Runs last, because the nodes keep points that they have reserved for commands.
  it('for orders without a sign-in are refused after too many from one address, on any node; a repeated one is answered again', async () => {
    const order = (n: number, key = randomUUID()) =>
      post<string>(nodes[n % 2] as ApiUnderTest, '/referrals/create', anOrder(), { key });
    const key = randomUUID();
    const first = await order(0, key);
    const orders = await Promise.all(
      Array.from({ length: REQUESTS_PER_MINUTE.orderByAddress + 5 }, (_, n) => order(n)),
    );
    expect(statuses(orders)).toEqual([...times(REQUESTS_PER_MINUTE.orderByAddress - 1, 201), ...times(6, 429)]);
    expect((await order(1, key)).body).toEqual(first.body);
    const signedIn = await post(nodes[0], '/referrals/create', anOrder(), { as: 'referrer' });
    expect(signedIn.status).toBe(201);
  });
});

describe('Commands to two nodes', () => {
  let nodes: readonly [ApiUnderTest, ApiUnderTest];
  beforeAll(async () => {
    const first = await startApi();
    nodes = [first, await startAnotherNode(first)];
  });
  afterAll(async () => {
    for (const node of [...nodes].reverse()) await node.close();
  });

  it.each([{}, { as: 'referrer' } as const])(
    'are refused above their limit, on any node, and from then on before their bodies are read: %j',
    async (caller) => {
      const command = (node: ApiUnderTest, body: unknown) => post(node, '/items', body, caller);
      expect((await command(nodes[0], { state: 'TX' })).status).toBe(200);
      await nodes[0].engines.database.pool.query('update rate_limit set points = 1000000');
      expect((await command(nodes[1], '{ no JSON')).status).toBe(400);
      expect((await command(nodes[1], { state: 'TX' })).status).toBe(429);
      expect((await command(nodes[1], '{ no JSON')).status).toBe(429);
      expect((await get(nodes[1], '/companies', caller)).status).toBe(200);
    },
  );
});
