import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EligiblePatientFound, RedemptionAnswer } from '@throughline/contracts';
import { type EligibilityCommand, eligibilityDecider, type EligiblePatient } from '@throughline/domain';
import { handleCommand, systemContext } from '@throughline/event-store';
import { REQUESTS_PER_MINUTE } from '../rate-limit/rate-limits.js';
import { startApi } from '../testing/api-under-test.js';
import { type CallOptions, post } from '../testing/call.js';
import { aDiaperOrder, aMember, datedIdOf, eligiblePatientIdOf, redeem, register } from '../testing/reward-orders.js';

const api = await startApi();
afterAll(() => api.close());
beforeEach(() => api.engines.database.pool.query('delete from rate_limit'));

const NOT_ELIGIBLE = 'Member not found or member is not eligible for the reward.';
const REDEEMED = /^We were unable to locate you in our system or you have already redeemed your benefit/;

const lookUp = ({ medicaidId, dateOfBirth }: EligiblePatient, companyId = 40) =>
  post<EligiblePatientFound>(api, '/eligible-patients/look-up', { medicaidId, dateOfBirth, companyId });
const create = (body: object, options?: CallOptions) => post<string>(api, '/referrals/create', body, options);
const redemption = (ticket: string, referralId: string) =>
  post<RedemptionAnswer>(api, '/eligible-patients/redeem', { eligiblePatientId: ticket, referralId });

const execute = (id: string, command: EligibilityCommand) =>
  handleCommand(api.engines.store, {
    decider: eligibilityDecider,
    id,
    command,
    context: systemContext(randomUUID(), new Date().toISOString()),
  });

/** A new member, and a ticket from a look-up of them. */
async function found(): Promise<{ readonly member: EligiblePatient; readonly ticket: string }> {
  const member = await register(api.engines, aMember());
  return { member, ticket: (await lookUp(member)).body.data.id };
}

const eventsOf = async (referralId: string) => {
  const events = [];
  for await (const event of api.engines.store.readStream(`referral-${referralId}`)) events.push(event);
  return events;
};

describe('A look-up of a member', () => {
  it('returns an opaque ticket, a new one each time', async () => {
    const member = await register(api.engines, aMember());
    const answers = [await lookUp(member), await lookUp(member)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const tickets = answers.map(({ body }) => body.data.id);
    expect(new Set(tickets).size).toBe(2);
    expect(tickets).not.toContain(datedIdOf(api.engines, member));
    const { rows } = await api.engines.database.pool.query<{ kept: string }>(
      'select look_up_ticket::text as kept from look_up_ticket',
    );
    for (const { kept } of rows) expect(kept).not.toMatch(new RegExp([...tickets, member.medicaidId].join('|')));
  });

  it('finds the member however the Medicaid ID is written', async () => {
    const member = await register(api.engines, aMember());
    const written = { ...member, medicaidId: ` ${member.medicaidId.toLowerCase().replace('-', ' ')} ` };
    expect((await lookUp(written)).status).toBe(200);
  });

  it('answers the same for an unknown member, another programme, another date of birth and a used benefit', async () => {
    const member = await register(api.engines, aMember());
    const used = await register(api.engines, aMember());
    await redeem(api.engines, used, '1');
    const answers = [
      await lookUp(aMember()),
      await lookUp(member, 12),
      await lookUp({ ...member, dateOfBirth: '1996-05-05' }),
      await lookUp(used),
    ];
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([
        404,
        { success: false, data: null, code: 'eligibility/not-eligible', message: NOT_ELIGIBLE },
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('is limited by input, and each attempt is recorded without the input', async () => {
    const nobody = aMember();
    const attempts = await Promise.all(
      Array.from({ length: REQUESTS_PER_MINUTE.lookUpByInput + 3 }, () => lookUp(nobody)),
    );
    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(3);
    const { rows } = await api.engines.database.pool.query<{ outcome: string; kept: string }>(
      `select outcome, access_log::text as kept from access_log where screen = 'Eligibility look-up' order by id desc limit $1`,
      [attempts.length],
    );
    expect(rows.filter(({ outcome }) => outcome === 'refused')).toHaveLength(3);
    expect(rows.filter(({ outcome }) => outcome === 'not-found')).toHaveLength(REQUESTS_PER_MINUTE.lookUpByInput);
    expect(rows.map(({ kept }) => kept).join()).not.toMatch(new RegExp(`${nobody.medicaidId}|${nobody.dateOfBirth}`));
  });
});

describe('A member whose date of birth was corrected', () => {
  it('is found with the corrected one alone, and has one benefit', async () => {
    const member = await register(api.engines, aMember());
    const corrected = { ...member, dateOfBirth: '1996-04-05' };
    const { data: ticket } = (await lookUp(member)).body;
    const [eligiblePatientId, datedId] = [eligiblePatientIdOf(api.engines, member), datedIdOf(api.engines, corrected)];
    await execute(eligiblePatientId, {
      type: 'CorrectDateOfBirth',
      data: { eligiblePatientId, datedId, line: 2, at: new Date().toISOString() },
    });
    expect((await lookUp(member)).status).toBe(404);
    expect((await lookUp(corrected)).status).toBe(200);
    await redeem(api.engines, corrected, '1');
    for (const one of [member, corrected]) expect((await lookUp(one)).status).toBe(404);
    const refused = await create(aDiaperOrder(member, ticket.id));
    expect([refused.status, refused.body.code]).toEqual([409, 'eligibility/not-eligible']);
  });
});

describe('A member whose Medicaid ID was replaced by one with other zeros before it', () => {
  const replaced = async () => {
    const digits = String(Date.now());
    const [member, right] = [digits, `00${digits}`].map((medicaidId) => ({ ...aMember(), medicaidId })) as [
      EligiblePatient,
      EligiblePatient,
    ];
    await register(api.engines, member);
    const ticket = (await lookUp(member)).body.data.id;
    await register(api.engines, right);
    const [eligiblePatientId, intoId] = [member, right].map((one) => eligiblePatientIdOf(api.engines, one)) as [
      string,
      string,
    ];
    const at = new Date().toISOString();
    await execute(eligiblePatientId, { type: 'MergeEligiblePatient', data: { eligiblePatientId, intoId, at } });
    return { member, right, ticket };
  };

  it('redeems the benefit with a ticket from before the ID was replaced, and its outcome says so', async () => {
    const { member, right, ticket } = await replaced();
    expect((await lookUp(member)).status).toBe(404);
    const { status, body } = await create(aDiaperOrder(member, ticket));
    expect(status).toBe(201);
    await redeem(api.engines, right, body.data);
    expect((await redemption(ticket, body.data)).body.data).toEqual({ outcome: 'redeemed' });
  });

  it('is refused at once when it was redeemed with the ID that is right', async () => {
    const { member, right, ticket } = await replaced();
    await redeem(api.engines, right, '1');
    const { status, body } = await create(aDiaperOrder(member, ticket));
    expect([status, body.code]).toEqual([409, 'eligibility/not-eligible']);
    expect(body.message).toMatch(REDEEMED);
  });
});

describe('A member whom an earlier release registered, with the date of birth in the id', () => {
  const registerEarlier = (member: EligiblePatient) => {
    const eligiblePatientId = datedIdOf(api.engines, member);
    const data = { eligiblePatientId, programme: member.programme, at: new Date().toISOString() };
    return execute(eligiblePatientId, { type: 'RegisterEligiblePatient', data });
  };

  it('is found until the Medicaid ID is registered with another', async () => {
    const member = aMember();
    await registerEarlier(member);
    expect((await lookUp(member)).status).toBe(200);
    const other = await register(api.engines, { ...member, dateOfBirth: '1996-04-05' });
    expect((await lookUp(member)).status).toBe(404);
    expect((await lookUp(other)).status).toBe(200);
  });
});

describe('An order on a form with a look-up', () => {
  it('stores the id of the eligible patient, and not the ticket', async () => {
    const { member, ticket } = await found();
    const { status, body } = await create(aDiaperOrder(member, ticket));
    expect(status).toBe(201);
    const [submitted] = await eventsOf(body.data);
    expect(submitted?.data).toMatchObject({
      form: 'diapers',
      eligiblePatientId: datedIdOf(api.engines, member),
    });
    expect(JSON.stringify(submitted)).not.toContain(ticket);
  });

  it('is refused without a look-up, and with an invented ticket', async () => {
    const member = await register(api.engines, aMember());
    const { eligiblePatientId: _, verifyInfo: __, ...without } = aDiaperOrder(member, '');
    expect(await create(without)).toMatchObject({
      status: 400,
      body: { errors: { eligiblePatientId: 'Look the member up first.', verifyInfo: 'Look the member up first.' } },
    });
    expect(await create(aDiaperOrder(member, 'x'.repeat(43)))).toMatchObject({
      status: 409,
      body: { code: 'eligibility/look-up-expired' },
    });
  });

  it('must be for the member that was looked up', async () => {
    const { member, ticket } = await found();
    const other = await register(api.engines, aMember());
    expect((await create(aDiaperOrder(other, ticket))).body.code).toBe('eligibility/look-up-expired');
    const order = aDiaperOrder(member, ticket);
    const elsewhere = [
      { ...order, memberInfo: { ...order.memberInfo, DOB: '1996-05-05' } },
      { ...order, insuranceInfo: { ...order.insuranceInfo, medicaidId: other.medicaidId } },
      { ...order, verifyInfo: { ...order.verifyInfo, DOB: '1996-05-05' } },
    ];
    for (const wrong of elsewhere) expect((await create(wrong)).body.code).toBe('eligibility/another-member');
    expect((await create(order)).status).toBe(201);
  });

  it('is refused half an hour after the look-up', async () => {
    const { member, ticket } = await found();
    await api.engines.database.pool.query(
      `update look_up_ticket set expires_at = now() where eligible_patient_id = $1`,
      [datedIdOf(api.engines, member)],
    );
    expect((await create(aDiaperOrder(member, ticket))).body.code).toBe('eligibility/look-up-expired');
  });

  it('that is refused does not use the ticket up', async () => {
    const { member, ticket } = await found();
    const refused = await create(aDiaperOrder(member, ticket, { cases: 5 }));
    expect([refused.status, refused.body.message]).toEqual([409, 'Maximum of 4 cases can be ordered']);
    expect((await create(aDiaperOrder(member, ticket, { cases: 3 }))).body.code).toBe('order/too-few-diaper-cases');
    expect((await create(aDiaperOrder(member, ticket))).status).toBe(201);
  });

  it('is stored once, although several with the same ticket are sent at once', async () => {
    const { member, ticket } = await found();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(aDiaperOrder(member, ticket))));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(9);
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([409, 'eligibility/not-eligible']);
      expect(body.message).toMatch(REDEEMED);
    }
  });

  it('answers the same when it is sent again under the same key', async () => {
    const { member, ticket } = await found();
    const key = randomUUID();
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => create(aDiaperOrder(member, ticket), { key })));
    expect(first?.status).toBe(201);
    for (const { status, body } of others) expect([status, body.data]).toEqual([201, first?.body.data]);
    const forgetAnswer = () =>
      api.engines.database.pool.query('update idempotency_key set answer = null where key = $1', [key]);
    await forgetAnswer();
    expect((await create(aDiaperOrder(member, ticket), { key })).body.data).toBe(first?.body.data);
    await redeem(api.engines, member, first?.body.data ?? '');
    await forgetAnswer();
    expect((await create(aDiaperOrder(member, ticket), { key })).body.data).toBe(first?.body.data);
  });

  it('is refused in the specified words when the benefit was redeemed since the look-up', async () => {
    const { member, ticket } = await found();
    await redeem(api.engines, member, '1');
    const { status, body } = await create(aDiaperOrder(member, ticket));
    expect([status, body.code]).toEqual([409, 'eligibility/not-eligible']);
    expect(body.message).toMatch(REDEEMED);
  });
});

describe('The outcome of a redemption', () => {
  it('waits for the worker, and is the same for each call', async () => {
    const { member, ticket } = await found();
    const { data: referralId } = (await create(aDiaperOrder(member, ticket))).body;
    const waiting = redemption(ticket, referralId);
    await redeem(api.engines, member, referralId);
    for (const answer of [await waiting, await redemption(ticket, referralId)])
      expect([answer.status, answer.body.data]).toEqual([200, { outcome: 'redeemed' }]);
  });

  it('can be asked for until a day after the ticket has expired', async () => {
    const { member, ticket } = await found();
    const { data: referralId } = (await create(aDiaperOrder(member, ticket))).body;
    await redeem(api.engines, member, referralId);
    const expire = (ago: string) =>
      api.engines.database.pool.query(
        'update look_up_ticket set expires_at = now() - $1::interval where referral_id = $2',
        [ago, referralId],
      );
    for (const [ago, status] of [
      ['23 hours 59 minutes', 200],
      ['24 hours 1 minute', 404],
    ] as const) {
      await expire(ago);
      // The next look-up deletes tickets that are past their retention.
      await found();
      expect((await redemption(ticket, referralId)).status).toBe(status);
    }
  });

  it('is a refusal in the specified words for a second order', async () => {
    const { member, ticket } = await found();
    const { data: referralId } = (await create(aDiaperOrder(member, ticket))).body;
    await redeem(api.engines, member, '1');
    await redeem(api.engines, member, referralId);
    for (const answer of [await redemption(ticket, referralId), await redemption(ticket, referralId)]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'eligibility/not-eligible']);
      expect(answer.body.message).toMatch(REDEEMED);
    }
  });

  it('is pending after two seconds without the worker, and a call redeems nothing', async () => {
    const { member, ticket } = await found();
    const { data: referralId } = (await create(aDiaperOrder(member, ticket))).body;
    expect((await redemption(ticket, referralId)).body.data).toEqual({ outcome: 'pending' });
    expect((await lookUp(member)).status).toBe(200);
  });

  it('is returned for the order’s own ticket only', async () => {
    const [mine, others] = [await found(), await found()];
    const { data: referralId } = (await create(aDiaperOrder(mine.member, mine.ticket))).body;
    expect((await redemption(others.ticket, referralId)).status).toBe(404);
    expect((await redemption(mine.ticket, '1')).status).toBe(404);
    expect((await redemption('x'.repeat(43), referralId)).status).toBe(404);
  });
});
