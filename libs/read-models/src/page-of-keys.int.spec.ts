import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listNotes } from './note-list/note-list.query.js';
import { listReferrals } from './referral-list/referral-list.query.js';
import { type Engines, openEngines, projectAll } from './testing/engines.js';

/** More rows than are read from the front of a list, followed by more than are counted. */
const OTHERS = 3_200;
const FOUND = 1_200;

const REFERRALS = `
  insert into referral_list
  select id, '2026-01-01'::timestamptz + n * interval '1 minute', 'Ruiz', 'Ana', 'ana@plan.example', 'ana', 40, 'Plan', last, 'Kim', 'A' || n,
         status, array[status], null, ' ' || id || ' ruiz ana ' || lower(last) || ' kim'
    from (select n, (100000 + n)::text as id, case when n <= ${OTHERS} then 'Abbott' else 'Zhou' end as last,
                 case when n % 400 = 0 then 'Stopped' else 'Shipped' end as status
            from generate_series(1, ${OTHERS + FOUND}) n) numbered`;
const THEIR_COUNTS = `
  insert into referral_list_tally select 'all', status, count(*) from referral_list group by status`;
const A_NOTE_FOR_EACH = `
  insert into note_list
  select referral_id || '-1', referral_id, null, company_id, submitter_user_id, 'dana', 'Dana', 'Whitfield', 1, submitted_at, false, '', search
    from referral_list`;

describe('A search of a long list', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    await projectAll(engines);
    for (const text of [REFERRALS, THEIR_COUNTS, A_NOTE_FOR_EACH]) await engines.pool.query(text);
  });
  afterAll(() => engines.close());

  const all = { scope: { kind: 'all' }, page: 0, pageSize: 15 } as const;
  const referrals = (query: Partial<Parameters<typeof listReferrals>[1]>) =>
    listReferrals(engines.db, { ...all, search: '', statuses: [], ...query });
  const notes = (query: Partial<Parameters<typeof listNotes>[1]>) =>
    listNotes(engines.db, { ...all, search: '', userId: 'ana', operatorId: 1, needsAction: false, ...query });
  const listed = { referrals, notes };
  const idsOf = (rows: readonly { readonly referralId: string }[]) => rows.map(({ referralId }) => Number(referralId));
  const newest = 100_000 + OTHERS + FOUND;
  const from = (first: number, step: number) => Array.from({ length: 15 }, (_, n) => first + n * step);

  it.each(['referrals', 'notes'] as const)('of %s is counted to its end if it finds few', async (list) => {
    const answer = await listed[list]({ search: '1034 zhou' });
    expect(answer).toMatchObject({ rowCount: 100, countIsCapped: false });
    expect(idsOf(answer.rows)).toEqual(from(103_499, -1));
  });

  it.each(['referrals', 'notes'] as const)('of %s says that there are more if it finds many', async (list) => {
    for (const search of ['zhou', 'ruiz']) {
      const answer = await listed[list]({ search, page: 2 });
      expect(answer).toMatchObject({ rowCount: 1_000, countIsCapped: true });
      expect(idsOf(answer.rows)).toEqual(from(newest - 30, -1));
    }
  });

  it.each(['referrals', 'notes'] as const)('of %s finds many far from the front too', async (list) => {
    const answer = await listed[list]({ search: 'zhou', sort: { field: 'memberLastName', sort: 'asc' }, page: 1 });
    expect(answer).toMatchObject({ rowCount: 1_000, countIsCapped: true });
    expect(idsOf(answer.rows)).toEqual(from(100_000 + OTHERS + 16, 1));
  });

  it('counts the statuses of what it finds, or names those that there are', async () => {
    expect((await referrals({ search: '1034 zhou' })).statusCounts).toEqual({ Shipped: 100 });
    expect((await referrals({ search: 'zhou' })).statusCounts).toEqual({ Shipped: null, Stopped: null });
    const stopped = await referrals({ search: 'zhou', statuses: ['Stopped'] });
    expect(stopped).toMatchObject({
      rowCount: 3,
      countIsCapped: false,
      statusCounts: { Shipped: null, Stopped: null },
    });
    expect(idsOf(stopped.rows)).toEqual([104_400, 104_000, 103_600]);
  });

  it('counts all of a person’s own, if nothing is searched', async () => {
    expect(await referrals({ scope: { kind: 'own', userId: 'ana' } })).toMatchObject({
      rowCount: OTHERS + FOUND,
      countIsCapped: false,
      statusCounts: { Shipped: 4_389, Stopped: 11 },
    });
  });
});
