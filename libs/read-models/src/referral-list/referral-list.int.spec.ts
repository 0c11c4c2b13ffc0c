import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { schemaClock } from '@throughline/contracts';
import { type Actor, ANONYMOUS_ACTOR } from '@throughline/domain';
import { feedPosition } from '../change-feed/change-feed.js';
import { append, type Engines, openEngines, projectAll } from '../testing/engines.js';
import { anOrder } from '../testing/orders.js';
import { ANA, Story } from '../testing/story.js';
import { type ListReferrals, listReferrals, type ReferralScope } from './referral-list.query.js';

const BEN: Actor = { userId: 'ben', email: 'ben@plan.example', role: 'referrer', companyId: 40 };
const EVE: Actor = { userId: 'eve', email: 'eve@other.example', role: 'referrer', companyId: 12 };

const by = (email: string, lastName: string, member: string) =>
  anOrder({ referrer: { email, lastName }, member: { lastName: member, firstName: 'Kim_1' } });

describe('Listing referrals', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    const story = new Story()
      .submit('100', by('ana.ruiz@plan.example', 'Ruiz', 'Abbott'), ANA)
      .submit('200', by('ben@plan.example', 'Olsen', 'Baker'), BEN)
      .submit('300', by('eve@other.example', 'Eve', 'Castle'), EVE)
      .submit('400', by('Ana.Ruiz@plan.example', 'Ruiz', 'Dunn'), ANONYMOUS_ACTOR)
      .move('200-1', [1], 'Shipped')
      .move('300-1', [1, 2], 'Shipped');
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  const list = (scope: ReferralScope, query: Partial<ListReferrals> = {}) =>
    listReferrals(engines.db, { scope, page: 0, pageSize: 15, search: '', statuses: [], ...query });
  const ids = async (scope: ReferralScope, query: Partial<ListReferrals> = {}) =>
    (await list(scope, query)).rows.map(({ referralId }) => referralId);

  const all: ReferralScope = { kind: 'all' };
  const anas: ReferralScope = { kind: 'own', userId: 'ana' };
  const plan: ReferralScope = { kind: 'company', userId: 'ana', companyId: 40 };

  it('shows the newest first, with counts by status and the position of the feed', async () => {
    const answer = await list(all);
    expect(answer.rows.map(({ referralId }) => referralId)).toEqual(['400', '300', '200', '100']);
    expect(answer).toMatchObject({
      rowCount: 4,
      statusCounts: { 'Pending Patient Creation': 3, Shipped: 2 },
      feed: await feedPosition(engines.db),
    });
  });

  it('shows one’s own, and no anonymous order with one’s address', async () => {
    expect(await list(anas)).toMatchObject({ rowCount: 1, rows: [{ referralId: '100' }] });
  });

  it('shows a company’s and one’s own, and none of another company', async () => {
    const answer = await list(plan);
    expect(answer.rows.map(({ referralId }) => referralId)).toEqual(['200', '100']);
    expect(answer).toMatchObject({ rowCount: 2, statusCounts: { 'Pending Patient Creation': 2, Shipped: 1 } });
    expect(await ids(plan, { search: 'castle' })).toEqual([]);
    expect(await ids(anas, { search: 'baker' })).toEqual([]);
  });

  it('finds a referral when any of its items has the status, and counts the others as if it were not chosen', async () => {
    const answer = await list(all, { statuses: ['Shipped'] });
    expect(answer.rows.map(({ referralId }) => referralId)).toEqual(['300', '200']);
    expect(answer).toMatchObject({ rowCount: 2, statusCounts: { 'Pending Patient Creation': 3, Shipped: 2 } });
  });

  it.each([
    ['a part of a name', 'uiz', ['400', '100']],
    ['words in any order', 'kim_1 BAKER', ['200']],
    ['a short word at the start of a word', 'd', ['400']],
    ['an id', '300', ['300']],
    ['a Medicaid id', 'md-47', ['400', '300', '200', '100']],
    ['the referrer’s address', 'ben@plan.example', ['200']],
    ['a wildcard as it is written', '%', []],
  ])('finds by %s', async (_, search, expected) => {
    expect(await ids(all, { search })).toEqual(expected);
    expect((await list(all, { search })).rowCount).toBe(expected.length);
  });

  it('sorts by the requested field', async () => {
    expect(await ids(all, { sort: { field: 'memberLastName', sort: 'asc' } })).toEqual(['100', '200', '300', '400']);
    expect(await ids(all, { sort: { field: 'referralLastName', sort: 'desc' } })).toEqual(['400', '100', '200', '300']);
  });

  it('pages', async () => {
    expect(await ids(all, { page: 1, pageSize: 3 })).toEqual(['100']);
    expect(await list(all, { page: 9 })).toMatchObject({ rows: [], rowCount: 4 });
  });
});

describe('Searching names however they are written', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    const story = new Story()
      .submit('263254123071844', by('ana.ruiz@plan.example', 'D’Arcy', 'Ødegård'), ANA)
      .submit('263254123071845', by('ana.ruiz@plan.example', 'Ruiz', 'Strauß'), ANA);
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  it.each(['odegard', 'ØDEGÅRD', 'DARCY', "d'arcy", 'd’arcy ode', '26325 41230 71844', '26325\u00a041230\u200971844'])(
    'finds %s',
    async (search) => {
      const query = { page: 0, pageSize: 15, statuses: [], search } as const;
      const { rows, rowCount } = await listReferrals(engines.db, { scope: { kind: 'all' }, ...query });
      expect(rows.map(({ referralId }) => referralId)).toEqual(['263254123071844']);
      expect(rowCount).toBe(1);
    },
  );
});

describe('Searching referrals by what the list shows in words', () => {
  let engines: Engines;
  const { now } = schemaClock;
  beforeAll(async () => {
    engines = await openEngines();
    const story = new Story()
      .submit('100', by('a@plan.example', 'Ruiz', 'Abbott'), ANA)
      .submit('200', by('b@plan.example', 'Olsen', 'Baker'), ANA)
      .move('200-1', [1], 'Shipped');
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());
  afterEach(() => {
    schemaClock.now = now;
  });

  const list = (query: Partial<ListReferrals>) =>
    listReferrals(engines.db, { scope: { kind: 'all' }, page: 0, pageSize: 15, statuses: [], search: '', ...query });
  const ids = async (search: string, timeZone?: string) =>
    (await list({ search, timeZone })).rows.map(({ referralId }) => referralId);

  it.each(['America/Chicago', 'UTC', 'Asia/Kolkata', undefined])(
    'finds by the time of day on the clock of %s, today and the day after',
    async (timeZone) => {
      for (const { referralId, referralDateTime } of (await list({})).rows) {
        const clock = (zone: string) =>
          new Date(referralDateTime).toLocaleTimeString('en-US', {
            timeZone: zone,
            timeStyle: 'short',
            hourCycle: 'h23',
          });
        const shown = clock(timeZone ?? 'America/Chicago');
        schemaClock.now = () => Date.parse(referralDateTime) + 3_600_000;
        expect(await ids(`Today ${shown}`, timeZone)).toEqual([referralId]);
        expect(await ids(`Today ${clock('Asia/Kathmandu')}`, timeZone)).toEqual([]);
        expect(await ids('Hoy', timeZone)).toEqual(['200', '100']);
        schemaClock.now = () => Date.parse(referralDateTime) + 24 * 3_600_000;
        expect(await ids(`Ayer ${shown}`, timeZone)).toEqual([referralId]);
        expect(await ids(`Today ${shown}`, timeZone)).toEqual([]);
        expect(await ids(`Nov 21, 2026, ${shown}`, timeZone)).toEqual([referralId]);
      }
    },
  );

  it('finds by the status in Spanish', async () => {
    expect(await ids('Varios estados')).toEqual(['200']);
    expect(await ids('Enviado')).toEqual(['200']);
    expect(await ids('Detenido')).toEqual([]);
  });
});

describe('Paging through the referrals list', () => {
  const ids = Array.from({ length: 41 }, (_, n) => String(100 + n));
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    const story = new Story();
    for (const id of ids) story.submit(id, by('ana.ruiz@plan.example', 'Ruiz', `Abbott ${Number(id) % 7}`), ANA);
    for (const id of ids.slice(0, 23)) story.move(`${id}-1`, [1], 'Shipped');
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  it.each<[string, Partial<ListReferrals>, number]>([
    ['of all', { scope: { kind: 'all' } }, 41],
    ['of a company', { scope: { kind: 'company', userId: 'ben', companyId: 40 } }, 41],
    ['of one’s own', { scope: { kind: 'own', userId: 'ana' } }, 41],
    ['with a status', { statuses: ['Shipped'] }, 23],
    ['that were searched', { search: 'ruiz' }, 41],
    ['sorted by what is the same for many', { sort: { field: 'memberLastName', sort: 'asc' } }, 41],
  ])('shows each referral %s once, in order, to the last page', async (_, query, count) => {
    const all: ListReferrals = { scope: { kind: 'all' }, page: 0, pageSize: 2, search: '', statuses: [], ...query };
    const whole = await listReferrals(engines.db, { ...all, pageSize: 100 });
    const pages = [];
    for (let page = 0; page <= Math.ceil(count / 2); page++) {
      pages.push((await listReferrals(engines.db, { ...all, page })).rows.map(({ referralId }) => referralId));
    }
    expect(pages.flat()).toEqual(whole.rows.map(({ referralId }) => referralId));
    expect(pages.flat()).toHaveLength(count);
    expect(pages.at(-1)).toEqual([]);
  });
});
