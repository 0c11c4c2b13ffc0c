import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ORDERS, type ReferralList, US_STATES } from '@throughline/contracts';
import {
  ORDER_FORM_IDS,
  type FileEvent,
  type FileUploaded,
  type ReferralEvent,
  type ReferralSubmitted,
} from '@throughline/domain';
import { waitUntilProjected } from '@throughline/read-models';
import fc from 'fast-check';
import { LookUpTickets } from '../referral-access/look-up-tickets.js';
import { anOrder } from '../testing/an-order.js';
import { startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { malformedRequests } from '../testing/malformed-requests.js';
import { ANY_TICKET, ORDERS_OF_EVERY_FORM, REWARDED } from '../testing/orders-of-every-form.js';
import { datedIdOf, redeem, register } from '../testing/reward-orders.js';
import { until } from '../testing/until.js';
import { faultOf, send, type WireRequest } from '../testing/wire.js';

const REQUESTS = 10 * (fc.readConfigureGlobal()?.numRuns ?? 100);
const AT_ONCE = 32;
/** Differs at each run. A failure prints it, and FUZZ_SEED repeats its requests. */
const seed = fc.readConfigureGlobal()?.seed ?? randomInt(2 ** 31);

const api = await startApi();
afterAll(() => api.close());

const tickets = api.app.get(LookUpTickets, { strict: false });
const diapers = { programme: 'diaper', ...REWARDED } as const;
const rewards = { programme: 'pregnancy', ...REWARDED } as const;

/** Replaces `ANY_TICKET` by a ticket of its own. */
async function withTicket(body: string): Promise<string> {
  if (!body.includes(ANY_TICKET)) return body;
  const patient = body.includes('"diapers"') ? diapers : rewards;
  return body.replaceAll(ANY_TICKET, await tickets.issue(patient.programme, datedIdOf(api.engines, patient)));
}

interface Fault {
  readonly fault: string;
  readonly sent: WireRequest;
  readonly answered?: string;
}

const created: string[] = [];
const faults: Fault[] = [];

async function tryOut(request: WireRequest): Promise<void> {
  const sent = { ...request, body: await withTicket(request.body) };
  const shown = { ...sent, body: sent.body.slice(0, 1_000) };
  try {
    const answer = await send(api, sent);
    if (answer === null) return;
    const fault = faultOf(answer);
    if (fault !== null) faults.push({ fault, sent: shown, answered: answer.text.slice(0, 500) });
    if (answer.status === 201 && sent.path.endsWith('/create'))
      created.push((JSON.parse(answer.text) as { data: string }).data);
  } catch (error) {
    faults.push({ fault: String(error), sent: shown });
  }
}

async function submit(order: object, as?: 'referrer' | 'stranger'): Promise<string> {
  const body = JSON.parse(await withTicket(JSON.stringify(order))) as object;
  const answer = await post<string>(api, '/referrals/create', body, as && { as });
  expect(answer).toMatchObject({ status: 201 });
  created.push(answer.body.data);
  return answer.body.data;
}

async function submitted(): Promise<ReferralSubmitted[]> {
  const found: ReferralSubmitted[] = [];
  for await (const event of api.engines.store.readAll({ after: 0 })) {
    if ((event as unknown as ReferralEvent).type === 'ReferralSubmitted')
      found.push(event as unknown as ReferralSubmitted);
  }
  return found;
}

describe(`${REQUESTS} malformed requests`, () => {
  beforeAll(async () => {
    await register(api.engines, diapers);
    await register(api.engines, rewards);
    // The valid orders from which the malformed ones are made.
    for (const form of ORDER_FORM_IDS) await submit({ form, ...ORDERS_OF_EVERY_FORM[form] });

    const referralId = await submit(anOrder(), 'referrer');
    const anothers = await submit(anOrder({ email: 'u-stranger@people.example' }), 'stranger');
    const other = { programme: 'diaper', medicaidId: 'VA-redeemed', dateOfBirth: '1996-05-04' } as const;
    await register(api.engines, other);
    const spent = await tickets.issue('diaper', datedIdOf(api.engines, other));
    const order = ORDERS_OF_EVERY_FORM.diapers;
    const redeemed = await submit({
      ...order,
      form: 'diapers',
      memberInfo: { ...order.memberInfo, DOB: other.dateOfBirth },
      insuranceInfo: { ...order.insuranceInfo, medicaidId: other.medicaidId },
      eligiblePatientId: spent,
      verifyInfo: { medicaidId: other.medicaidId, DOB: other.dateOfBirth },
    });
    await redeem(api.engines, other, redeemed);
    await waitUntilProjected(api.engines.database.db, await api.engines.store.head());

    const arbitrary = malformedRequests({ referralId, anothers, spent, redeemed });
    const requests = fc.sample(arbitrary, { seed, numRuns: REQUESTS });
    for (let next = 0; next < requests.length; next += AT_ONCE) {
      await api.engines.database.pool.query('delete from rate_limit');
      await Promise.all(requests.slice(next, next + AT_ONCE).map(tryOut));
    }
  });

  it('are answered in the envelope, none with 500', () => {
    expect({ seed, count: faults.length, faults: faults.slice(0, 5) }).toEqual({ seed, count: 0, faults: [] });
  });

  it('store an order for each accepted request, and none for a refused one', async () => {
    // Some of the requests are odd but valid; without those, nothing below would be tested.
    expect(created.length).toBeGreaterThan(REQUESTS / 50);
    const ids = (await submitted()).map(({ data }) => data.referralId);
    expect({ seed, ids: ids.toSorted() }).toEqual({ seed, ids: created.toSorted() });
  });

  it('store no order that its form would refuse', async () => {
    const half = (await submitted()).filter(({ data: { form = 'general', order } }) => {
      return !ORDERS[form].safeParse(order).success || !Object.hasOwn(US_STATES, order.memberInfo.state);
    });
    expect({ seed, half }).toEqual({ seed, half: [] });
  });

  it('use up no ticket for an order that was refused', async () => {
    const spent = await api.engines.database.db
      .selectFrom('look_up_ticket')
      .where('spent_by', 'is not', null)
      .select('referral_id')
      .execute();
    const lost = spent.filter(({ referral_id: id }) => id === null || !created.includes(id));
    expect({ seed, lost }).toEqual({ seed, lost: [] });
  });

  it('store a complete file for each recorded upload, and no other file', async () => {
    const recorded = new Map<string, FileUploaded['data']>();
    for await (const event of api.engines.store.readAll({ after: 0, filter: { categories: ['file'] } })) {
      const { type, data } = event as unknown as FileEvent;
      if (type === 'FileUploaded') recorded.set(data.storageName, data);
    }
    // How many requests happen to be whole uploads is left to chance.
    expect(recorded.size).toBeGreaterThan(0);
    for (const { storageName, size } of recorded.values()) {
      expect((await buffer(await api.engines.files.get(storageName))).length).toBe(size);
    }
    const folder = fileURLToPath(api.engines.config.filesUrl);
    await until(async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).length === recorded.size;
    });
  });

  it('leave a log that the read models can process', async () => {
    await waitUntilProjected(api.engines.database.db, await api.engines.store.head());
    const { body } = await get<ReferralList>(api, '/referrals', { as: 'staff' });
    expect({ seed, listed: body.data.rowCount }).toEqual({ seed, listed: created.length });
  });
});
