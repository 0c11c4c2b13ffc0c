import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Acts, type FollowingActs, type LinkedAct, MAX_FOLLOWING } from '@throughline/contracts';
import { historyDecider, itemTaskDecider, referralDecider } from '@throughline/domain';
import { handleCommand, systemContext } from '@throughline/event-store';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { type Name, startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

const ops = { as: 'ops' } as const;
const acts = async (query: string) => (await get<Acts>(api, `/audit/acts?${query}`, ops)).body.data;
const causes = async (eventId: string) => (await get<LinkedAct[]>(api, `/audit/acts/${eventId}/causes`, ops)).body.data;
const following = async (eventId: string, after = 0) =>
  (await get<FollowingActs>(api, `/audit/acts/${eventId}/following?after=${after}`, ops)).body.data;
const kindsOf = (rows: readonly LinkedAct[]) => rows.map(({ kind }) => kind);

/** A referral with its first task; the order, and the opening of the task. */
async function anOrderWithTask() {
  const { data: id } = (await submitOrder(api, anOrder(), { as: 'referrer' })).body;
  await until(async () => (await acts(`referral=${id}&kind=TaskOpened`)).found > 0);
  const [order] = (await acts(`referral=${id}&kind=ReferralSubmitted`)).rows;
  const [opened] = (await acts(`referral=${id}&kind=TaskOpened`)).rows;
  return { id, order: order!.eventId, opened: opened!.eventId };
}

const causedBy = (causationId: string) => ({ ...systemContext(randomUUID(), new Date().toISOString()), causationId });

describe('What led to an act, and what followed', () => {
  it('is an order, with the first task that a policy opened because of it', async () => {
    const { order, opened } = await anOrderWithTask();
    const led = await causes(opened);
    expect(led).toMatchObject([
      { eventId: order, name: 'Ana Ruiz', followed: 1 },
      { eventId: opened, sentence: expect.stringMatching(/^Throughline opened Create Patient/), followed: 0 },
    ]);
    expect(await causes(order)).toMatchObject([{ eventId: order }]);
    expect(await following(order)).toMatchObject({ found: 1, rows: [{ eventId: opened, followed: 0 }] });
    expect(await following(opened)).toEqual({ found: 0, rows: [] });
  });

  it('is the first event of a command, with the others of it and what each of them led to', async () => {
    const { id } = await anOrderWithTask();
    const stop = { itemIds: [1], reason: 'Moved away' };
    const { headers } = await post(api, `/tasks/${id}-1/stop`, stop, { as: 'staff' });
    const minPosition = Number(headers.get('x-throughline-position'));
    const [stopped] = (await acts(`referral=${id}&kind=ItemsStopped&minPosition=${minPosition}`)).rows;
    const followed = await following(stopped!.eventId);
    expect(kindsOf(followed.rows)).toEqual(['TaskCompleted']);
    const led = await causes(followed.rows[0]!.eventId);
    expect(kindsOf(led)).toEqual(['ItemsStopped', 'TaskCompleted']);
    expect(led[0]).toMatchObject({ name: 'Dee Park', followed: 1 });
    // A policy that names the command and not one of its events follows from the command as well.
    const { store } = api.engines;
    const [commandId] = await commandsOf(stopped!.eventId, `${itemTaskDecider.category}-${id}`);
    const entry = {
      referralId: id,
      elementName: 'call',
      elementKey: null,
      changes: 'Told',
      dateTime: '2026-01-01T00:00:00.000Z',
    };
    await handleCommand(store, {
      decider: historyDecider,
      id,
      command: { type: 'RecordHistoryEntry', data: { ...entry, now: new Date().toISOString() } },
      context: causedBy(commandId!),
    });
    await until(async () => (await following(stopped!.eventId)).found === 2);
    expect(kindsOf((await following(stopped!.eventId)).rows)).toEqual(['TaskCompleted', 'HistoryEntryRecorded']);
  });

  it('is the order where a benefit was decided in between, which the audit does not show', async () => {
    const { id, order } = await anOrderWithTask();
    const command = {
      type: 'RecordBenefitOutcome',
      data: { referralId: id, outcome: 'redeemed', decidedAt: new Date().toISOString() },
    } as const;
    await handleCommand(api.engines.store, { decider: referralDecider, id, command, context: causedBy(randomUUID()) });
    await until(async () => (await following(order)).found === 2);
    const told = (await following(order)).rows.find(({ kind }) => kind === 'BenefitOutcomeTold');
    expect(kindsOf(await causes(told!.eventId))).toEqual(['ReferralSubmitted', 'BenefitOutcomeTold']);
  });

  it('is shown a page at a time, however much followed', async () => {
    const { id, order } = await anOrderWithTask();
    const most = 3 * MAX_FOLLOWING;
    for (let n = 0; n < most; n++) {
      const entry = { referralId: id, elementName: 'call', elementKey: null, changes: `Call ${n}` };
      const data = { ...entry, dateTime: '2026-01-01T00:00:00.000Z', now: new Date().toISOString() };
      const command = { type: 'RecordHistoryEntry', data } as const;
      await handleCommand(api.engines.store, { decider: historyDecider, id, command, context: causedBy(order) });
    }
    await until(async () => (await following(order)).found === most + 1);
    const seen: string[] = [];
    for (let after = 0, page = await following(order); page.rows.length > 0; page = await following(order, after)) {
      expect(page.found).toBe(most + 1);
      seen.push(...page.rows.map(({ eventId }) => eventId));
      after = page.rows.at(-1)!.position;
    }
    expect(new Set(seen).size).toBe(most + 1);
    expect((await causes(seen[0]!))[0]).toMatchObject({ eventId: order, followed: most + 1 });
  });

  it('is for auditors alone, and not found for what the audit does not show', async () => {
    const { order } = await anOrderWithTask();
    for (const path of [`/audit/acts/${order}/causes`, `/audit/acts/${order}/following`]) {
      for (const as of ['referrer', 'staff', 'siteAdmin'] satisfies Name[]) {
        expect((await get(api, path, { as })).status).toBe(403);
      }
      expect((await get(api, path.replace(order, randomUUID()), ops)).body.code).toBe('act/not-found');
      expect((await get(api, path.replace(order, 'x'), ops)).status).toBe(400);
    }
  });
});

async function commandsOf(eventId: string, stream: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { metadata } of api.engines.store.readStream(stream)) {
    if (metadata.eventId === eventId) found.push(metadata.commandId);
  }
  return found;
}
