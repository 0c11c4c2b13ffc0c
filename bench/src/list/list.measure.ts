import { openEventStore } from '@throughline/event-store';
import { ensureDatabase, openDatabase } from '@throughline/platform';
import {
  buildRegistered,
  listNotes,
  listReferrals,
  prepareReadModels,
  projections,
  type ReadModelSchema,
} from '@throughline/read-models';
import { seedInBulk } from '../../../apps/worker/src/demo/seed-in-bulk.js';
import type { Bench, Measure, Row } from '../running/measure.js';
import { interleave, percentile, repeat, type Round } from '../running/rounds.js';
import { openListByHand, type Page } from './list-by-hand.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const PAGE_SIZE = 15;
/** The list shows where a referral stands, not how it got there: some six events of each are as good as all twenty-two. */
const LAST_TASK = 2;
/** Times of a page may differ by this much between the fewest referrals and any number of them, and count as flat. */
const FLAT = 2;

/** A page of the Referrals list as the API reads it, counts included, over ever more referrals. */
export const list: Measure = {
  name: 'list',
  async run(bench) {
    const url = await ensureDatabase(bench.postgres.url, 'list');
    const sizes = bench.quick ? [2_000] : [10_000, 100_000, ...(bench.full ? [1_000_000] : [])];
    const rows: Row[] = [];
    let filled = 0;
    for (const size of sizes) {
      bench.log(`list: filling in ${size} referrals`);
      await fill(url, filled, size);
      filled = size;
      rows.push(...(await measurePages(bench, url, size, rows)), ...(await measureNotes(bench, url, size)));
    }
    return rows;
  },
};

/** Adds referrals to the log and rebuilds the list. */
async function fill(url: string, from: number, to: number): Promise<void> {
  const store = await openEventStore(url);
  const { db, pool, close } = openDatabase<ReadModelSchema>(url);
  const models = projections.filter(({ name }) => ['referral-list', 'note-list', 'note-reading'].includes(name));
  try {
    await seedInBulk({ store, from, to, now: NOW, lastTask: LAST_TASK });
    await pool.query(`drop table if exists consumer_checkpoint, referral_list_v2, referral_list_v2_state,
      note_list_v1, note_list_v1_state, note_list_v1_tally cascade`);
    await prepareReadModels(db, models, await store.head());
    await buildRegistered(db, store, models, { signal: new AbortController().signal });
    await pool.query(A_NOTE_FOR_EACH);
    await pool.query(THEIR_COUNT);
    await pool.query('vacuum analyze');
  } finally {
    await close();
    await store.close();
  }
}

/** Of one of sixteen authors. A note is a row of its own, so these are as good as those of a projection. */
const A_NOTE_FOR_EACH = `
  insert into note_list_v1 (note_id, referral_id, company_id, submitter_user_id, author_user_id, author_first_name, author_last_name,
                            author_company_id, written_at, action_needed, excerpt, search)
  select referral_id || '-1', referral_id, company_id, submitter_user_id, 'author-' || n, 'Dana', 'Whitfield ' || n,
         1, submitted_at, n = 0, 'Is it on the way?', search || ' dana whitfield ' || n
    from (select *, hashtext(referral_id) & 15 as n from referral_list) referral`;
const THEIR_COUNT = `
  insert into note_list_v1_tally
  select 'all', '1' || case when action_needed then '!' else '' end, count(*) from note_list_v1 group by action_needed`;

/** The Notes list over as many notes as referrals. It has no peer: the goal is the time alone. */
async function measureNotes(bench: Bench, url: string, size: number): Promise<Row[]> {
  const { adHoc, close } = openDatabase<ReadModelSchema>(url);
  const all = { scope: { kind: 'all' }, userId: 'author-1', operatorId: 1, page: 0, pageSize: PAGE_SIZE } as const;
  const pages = {
    first: { search: '', needsAction: false },
    'that need action': { search: '', needsAction: true },
    searched: { search: 'maria alvarez', needsAction: false },
  };
  const rows: Row[] = [];
  try {
    for (const [name, page] of Object.entries(pages)) {
      bench.log(`list: notes, ${name} of ${size}`);
      const round = () => timesOf(() => listNotes(adHoc, { ...all, ...page }));
      const ours = await repeat(bench.quick ? 3 : 7, { name: 'ours', round });
      const measure = `list, notes, ${name} of ${size.toLocaleString('en-US')}, p95`;
      rows.push({ measure, unit: 'ms', ours, peer: null, goal: { words: '< 50 ms', met: ours.value < 50 } });
    }
    return rows;
  } finally {
    await close();
  }
}

async function measurePages(bench: Bench, url: string, size: number, earlier: readonly Row[]): Promise<Row[]> {
  const { adHoc, close } = openDatabase<ReadModelSchema>(url);
  const hand = await openListByHand(url);
  const pages: Record<string, Page> = {
    first: { page: 0, pageSize: PAGE_SIZE, search: '' },
    last: { page: Math.ceil(size / PAGE_SIZE) - 1, pageSize: PAGE_SIZE, search: '' },
    searched: { page: 0, pageSize: PAGE_SIZE, search: 'maria alvarez' },
  };
  const rows: Row[] = [];
  try {
    for (const [name, page] of Object.entries(pages)) {
      bench.log(`list: ${name} page of ${size}`);
      const query = { ...page, scope: { kind: 'all' }, statuses: [] } as const;
      const sides = await interleave(
        bench.quick ? 3 : 7,
        { name: 'ours', round: () => timesOf(() => listReferrals(adHoc, query)) },
        { name: 'by hand', round: () => timesOf(() => hand.page(page)) },
      );
      const smallest = earlier.find(({ measure }) => measure.startsWith(`list, ${name} `))?.ours.value;
      const flat = smallest === undefined || sides.ours.value <= FLAT * smallest;
      rows.push({
        measure: `list, ${name} of ${size.toLocaleString('en-US')}, p95`,
        unit: 'ms',
        ...sides,
        goal: {
          words: `≤ 2 ×, < 50 ms${smallest === undefined ? '' : ', flat'}`,
          met: sides.ours.value <= 2 * sides.peer.value && sides.ours.value < 50 && flat,
        },
      });
    }
    return rows;
  } finally {
    await hand.close();
    await close();
  }
}

/** The figure is the p95 of these calls, one after the other. */
async function timesOf(call: () => Promise<unknown>): Promise<Round> {
  const times: number[] = [];
  for (let n = 0; n < 40; n++) {
    const before = performance.now();
    await call();
    times.push(performance.now() - before);
  }
  return { figure: percentile(times, 95), times };
}
