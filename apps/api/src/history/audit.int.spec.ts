import { afterAll, describe, expect, it } from '@jest/globals';
import type { Acts, AuditChoices, AuditViewings } from '@throughline/contracts';
import { actOnAccount } from '../testing/act-on-account.js';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { type Name, PEOPLE, startApi } from '../testing/api-under-test.js';
import { get } from '../testing/call.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());
const { pool } = api.engines.database;

/** A referral with its first task. */
async function aReferral(as: Name = 'referrer'): Promise<string> {
  const { body } = await submitOrder(api, anOrder(), { as });
  await until(async () => (await acts(`referral=${body.data}&kind=TaskOpened`)).found > 0);
  return body.data;
}

const acts = async (query = '') => (await get<Acts>(api, `/audit/acts?${query}`, { as: 'ops' })).body.data;
const viewings = async (query = '') =>
  (await get<AuditViewings>(api, `/audit/viewings?${query}`, { as: 'ops' })).body.data;
const choices = async (query = '') =>
  (await get<AuditChoices>(api, `/audit/choices?${query}`, { as: 'ops' })).body.data;

describe('What happened', () => {
  it('describes each act in a sentence that names the actor, with the referral, the actor’s company at that time and what changed', async () => {
    const id = await aReferral();
    const { rows, found, isCapped, next } = await acts(`referral=${id}&kind=ReferralSubmitted`);
    expect({ found, isCapped, next }).toEqual({ found: 1, isCapped: false, next: null });
    expect(rows[0]).toMatchObject({
      caseId: id,
      subject: null,
      person: PEOPLE.referrer.userId,
      name: 'Ana Ruiz',
      actor: { role: 'referrer', companyId: 12 },
      company: 'Saguaro Health Plan',
      kind: 'ReferralSubmitted',
      sentence: expect.stringMatching(/^The referral was submitted/),
      detail: expect.arrayContaining([{ field: 'Status', from: null, to: expect.any(String) }]),
      cause: null,
    });
  });

  it('of a policy names what led to it', async () => {
    const id = await aReferral();
    const [submitted] = (await acts(`referral=${id}&kind=ReferralSubmitted`)).rows;
    const { rows } = await acts(`referral=${id}&kind=TaskOpened`);
    expect(rows[0]).toMatchObject({
      person: 'system',
      name: null,
      company: null,
      sentence: expect.stringMatching(/^Throughline opened /),
      cause: { eventId: submitted?.eventId, sentence: submitted?.sentence, caseId: id },
    });
    expect((await acts(`referral=${id}&kind=TaskOpened&person=-system`)).found).toBe(0);
  });

  it('is found by person, company, period and words, and without what is left out', async () => {
    const id = await aReferral('colleague');
    const who = PEOPLE.colleague.userId;
    await actOnAccount(api, 'colleague', 'company', { companyId: 26 });
    const of = async (query: string) => (await acts(`referral=${id}&${query}`)).found;
    expect([await of(''), await of(`person=${who}`), await of(`person=-${who}`)]).toEqual([2, 1, 1]);
    expect(await of(`person=${who},system`)).toBe(2);
    expect(await of('company=12')).toBeGreaterThan(0);
    // The company is the one that they had then.
    expect(await of('company=26')).toBe(0);
    expect(await of('kind=-ReferralSubmitted,ReferralSubmitted')).toBe(0);
    expect(await of('search=submitted')).toBe(1);
    expect(await of('search=zanzibar')).toBe(0);
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Chicago' });
    expect(await of(`from=${today}&to=${today}`)).toBe(await of(''));
    expect(await of('to=2020-01-01')).toBe(0);
    const moved = await acts('search=gulf coast');
    expect(moved.rows[0]).toMatchObject({ caseId: null, subject: { userId: who }, actor: { role: 'admin' } });
  });

  it('of a member is that of all of the member’s referrals', async () => {
    const [one, two] = [await aReferral(), await aReferral()];
    const ids = async (query: string) => new Set((await acts(query)).rows.map(({ caseId }) => caseId));
    expect(await ids(`referral=${one}`)).toEqual(new Set([one]));
    const both = await ids(`referral=${one}&ofMember=true&pageSize=100`);
    expect(both.has(one) && both.has(two)).toBe(true);
  });

  it('refuses what no act can have', async () => {
    const errorsOf = async (query: string) => (await get(api, `/audit/acts?${query}`, { as: 'ops' })).body.errors;
    expect(await errorsOf('before=x')).toEqual({ before: 'before has a value that does not exist.' });
    expect(await errorsOf('company=x')).toEqual({ company: 'company has a value that does not exist.' });
    expect(await errorsOf('kind=ViewSaved')).toEqual({ kind: 'kind has a value that does not exist.' });
    const many = Array(21).fill('TaskOpened').join(',');
    expect(await errorsOf(`kind=${many}`)).toEqual({ kind: 'kind has more than 20 values.' });
    expect(await errorsOf('from=2026-02-30')).toEqual({ from: 'From is invalid.' });
  });

  it('is itself recorded, with the referrals that it showed', async () => {
    const id = await aReferral();
    const seen = async () => (await viewings(`referral=${id}&screen=What happened&person=u-ops`)).found;
    const before = await seen();
    await acts(`referral=${id}`);
    expect(await seen()).toBe(before + 1);
  });
});

describe('What was seen', () => {
  it('is found by person, company, referral, screen and period', async () => {
    const id = await aReferral();
    await get(api, `/referrals/referral/${id}`, { as: 'staff' });
    await get(api, '/referrals', { as: 'staff' });
    const { rows, hasLive } = await viewings('person=u-staff');
    expect(hasLive).toBe(true);
    expect(rows.map(({ screen }) => screen).slice(0, 2)).toEqual(['Referrals list', 'Referral']);
    expect(rows[1]).toMatchObject({
      userId: 'u-staff',
      name: 'Dee Park',
      company: 'Throughline Medical Supply',
      referralIds: [id],
      outcome: 'shown',
      isLive: false,
    });
    const of = async (query: string) => (await viewings(`referral=${id}&person=u-staff&${query}`)).found;
    expect([await of(''), await of('screen=Referral'), await of('screen=-Referral'), await of('company=12')]).toEqual([
      2, 1, 1, 0,
    ]);
    expect(await of('to=2020-01-01')).toBe(0);
    expect((await viewings(`person=-u-staff&referral=${id}`)).rows.some(({ userId }) => userId === 'u-staff')).toBe(
      false,
    );
  });

  it('is itself recorded, with the people that it showed', async () => {
    await viewings('person=u-staff');
    const { rows } = await pool.query<{ row_ids: readonly string[] }>(
      `select row_ids from access_log where screen = 'What was seen' order by id desc limit 1`,
    );
    expect(rows[0]?.row_ids).toEqual(['u-staff']);
  });
});

describe('The people and screens to ask for', () => {
  it('are found by words of name and address, or named by their ids', async () => {
    await get(api, '/referrals', { as: 'staff' });
    const { people, screens } = await choices('search=dee park');
    expect(people).toEqual([{ person: 'u-staff', name: 'Dee Park', email: expect.stringContaining('@') }]);
    expect(screens).toContain('Referrals list');
    const named = await choices('ids=u-referrer&search=dee park');
    expect(named.people.map(({ name }) => name)).toEqual(['Ana Ruiz', 'Dee Park']);
    expect((await choices('ids=u-referrer')).people.map(({ name }) => name)).toEqual(['Ana Ruiz']);
  });
});
