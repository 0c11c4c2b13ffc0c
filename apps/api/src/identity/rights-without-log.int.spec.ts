import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStoreDbDouble, Wire } from '@throughline/event-store/testing';
import { park } from '@throughline/read-models';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { type ApiUnderTest, type Name, PEOPLE, startAnotherNode, startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { connect, type LiveClient } from '../testing/live-client.js';
import { type Projecting, startProjecting } from '../testing/projecting.js';
import { until, untilSoon, withinFiveSeconds } from '../testing/until.js';
import { CurrentAccounts } from './current-accounts.js';

const urlOf = (port: number) => `esdb://127.0.0.1:${port}?tls=false`;
const QUEUE = { name: 'task-queue' } as const;

/** The first node and the projector can reach the log all the time. */
describe('A node that is cut off from the log', () => {
  const double = new EventStoreDbDouble();
  let wire: Wire | undefined;
  let port: number;
  let first: ApiUnderTest;
  let cutOff: ApiUnderTest;
  let projecting: Projecting;
  beforeAll(async () => {
    await double.start();
    wire = await Wire.to(double.port);
    ({ port } = wire);
    first = await startApi({
      eventStoreUrl: urlOf(double.port),
      project: (engines) => (projecting = startProjecting(engines)),
    });
    cutOff = await startAnotherNode(first, { eventStoreUrl: urlOf(port) });
  });
  afterAll(async () => {
    clients.forEach(({ socket }) => socket.disconnect());
    await cutOff.close();
    await first.close();
    await cut();
    double.kill();
  });
  afterEach(reconnect);

  const clients: LiveClient[] = [];
  const open = async (as: Name) => {
    const client = connect(cutOff, as);
    clients.push(client);
    await client.join(QUEUE);
    return client;
  };
  async function cut() {
    await wire?.[Symbol.asyncDispose]();
    wire = undefined;
  }
  /** Cuts the node off, and waits until it has noticed: it may answer from what it has read within the last second. */
  async function lose(way: () => Promise<void> | void = cut) {
    await way();
    const accounts = cutOff.app.get(CurrentAccounts, { strict: false });
    await untilSoon(first, async () => !(await accounts.find(PEOPLE.ops.userId)).isByLog);
  }
  async function reconnect() {
    await cut();
    wire = await Wire.to(double.port, { at: port });
    await until(async () => (await write('ops')) !== 'service/unavailable');
  }
  const deactivate = async (who: Name) => {
    const path = `/users/user/${PEOPLE[who].userId}/deactivate`;
    const { companyId, groups = [] }: { readonly companyId: number; readonly groups?: readonly string[] } = PEOPLE[who];
    const seen = { switches: 0, admin: false, siteAdmin: false, groups, companyId };
    expect((await post(first, path, { reason: 'As asked', seen }, { as: 'admin' })).status).toBe(200);
  };
  /** The code with which a person's read is refused; undefined if it is answered. */
  const read = async (as: Name) => (await get(cutOff, '/referrals', { as })).body.code;
  /** The code with which a person's command is refused. */
  const write = async (as: Name) =>
    (await post(cutOff, '/users/user/dismissed-update', { updateId: randomUUID() }, { as })).body.code;

  it.each([
    ['connects no more', cut],
    ['gets no answers', () => wire?.loseAnswers()],
  ])('that %s: reads and live changes go on, and commands are answered 503', async (_, way) => {
    const client = await open('staff');
    await lose(way);
    expect(await write('staff')).toBe('service/unavailable');
    expect(await read('staff')).toBeUndefined();
    const { data: id } = (await submitOrder(first, anOrder(), { as: 'referrer' })).body;
    await until(() => client.changes.some(({ key }) => key.startsWith(id)));
    expect(client.left).toEqual([]);
  });

  it('refuses whom the projection knows to be deactivated', async () => {
    const client = await open('staff2');
    await lose();
    await deactivate('staff2');
    await withinFiveSeconds(first, async () => (await read('staff2')) === 'identity/deactivated');
    await withinFiveSeconds(first, () => client.left.length > 0);
    expect(client.left).toEqual(['task-queue identity/deactivated']);
  });

  describe('while nothing is projected', () => {
    beforeAll(() => projecting.stop());

    it('still refuses whom it has seen deactivated in the log', async () => {
      await deactivate('stranger');
      await withinFiveSeconds(first, async () => (await read('stranger')) === 'identity/deactivated');
      await lose();
      expect(await read('stranger')).toBe('identity/deactivated');
    });

    it('decides by the log again as soon as that answers', async () => {
      await lose();
      await deactivate('colleague');
      expect(await read('colleague')).toBeUndefined();
      await reconnect();
      expect(await read('colleague')).toBe('identity/deactivated');
    });

    it('refuses for now whose account is not projected up to its end', async () => {
      const stream = `account-${PEOPLE.referrer.userId}`;
      await park(first.engines.database.db, 'account_v1', [{ stream, position: 1, error: 'Of the specs' }]);
      await lose();
      expect(await read('referrer')).toBe('service/unavailable');
    });
  });
});
