import { ensureDatabase, openDatabase } from '@throughline/platform';
import {
  listNotes,
  listReferrals,
  type ReadModelSchema,
  referralsWithin,
  suggestSearches,
} from '@throughline/read-models';
import type { Bench, Measure, Row } from '../running/measure.js';
import { interleave, percentile, repeat, type Round } from '../running/rounds.js';
import { fillLists } from './fill-lists.js';
import { openListByHand, type Page } from './list-by-hand.js';

const PAGE_SIZE = 15;
/** How much the times of a page may differ between the fewest referrals and any other number, and still count as flat. */
const FLAT = 2;

/** A page of the Referrals list as the API reads it, counts included, for growing numbers of referrals. */
export const list: Measure = {
  name: 'list',
  async *run(bench) {
    const url = await ensureDatabase(bench.postgres.url, 'list');
    const sizes = bench.quick ? [2_000] : [10_000, 100_000, ...(bench.full ? [1_000_000] : [])];
    const smallest = new Map<string, number>();
    let filled = 0;
    for (const size of sizes) {
      bench.log(`list: filling in ${size} referrals`);
      await fillLists(url, filled, size);
      filled = size;
      yield* measurePages(bench, url, size, smallest);
      yield* measureTimes(bench, url, size);
      yield* measureSearches(bench, url, size);
    }
  },
};

/** The Notes list with as many notes, searches with many results, and suggested searches. They have no peer: the goal is a time. */
async function* measureTimes(bench: Bench, url: string, size: number): AsyncGenerator<Row> {
  const { adHoc, close } = openDatabase<ReadModelSchema>(url);
  const scope = { kind: 'all' } as const;
  const among = referralsWithin(scope);
  const first = { scope, page: 0, pageSize: PAGE_SIZE };
  const notes = (search: string, needsAction = false) =>
    listNotes(adHoc, { ...first, search, needsAction, userId: 'author-1', operatorId: 1 });
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    'notes, first': () => notes(''),
    'notes, that need action': () => notes('', true),
    'notes, searched': () => notes('maria alvarez'),
    'notes, searched by a name': () => notes('maria'),
    'notes, searched by three letters': () => notes('mar'),
    'searched by a name': () => listReferrals(adHoc, { ...first, search: 'maria', statuses: [] }),
    'searched by three letters': () => listReferrals(adHoc, { ...first, search: 'mar', statuses: [] }),
    'near a name': () => suggestSearches(adHoc, { among, search: 'mraia alvares' }),
    'near an id': () => suggestSearches(adHoc, { among, search: '263254999' }),
  };
  try {
    for (const [name, call] of Object.entries(calls)) {
      bench.log(`list: ${name} of ${size}`);
      const ours = await repeat(bench.quick ? 3 : 7, { name: 'ours', round: () => timesOf(call) });
      const measure = `list, ${name} of ${size.toLocaleString('en-US')}, p95`;
      yield { measure, unit: 'ms', ours, peer: null, goal: { words: '< 50 ms', met: ours.value < 50 } };
    }
  } finally {
    await close();
  }
}

/** What people type or copy into the search of a list. */
const TYPED: Readonly<Record<string, string>> = {
  'a name': 'maria alvarez',
  'a copied name': 'Alvarez, Maria',
  'a status': 'Pending Patient Contact',
  'a day': '11/20/2026',
  'a time of day': 'Nov 20, 2026, 10:42',
  'what nobody has': 'Zzyzx Qwrt',
};

/** The first page under a search, and the same page without one, in turns: the difference is the cost of searching. */
async function* measureSearches(bench: Bench, url: string, size: number): AsyncGenerator<Row> {
  const { adHoc, close } = openDatabase<ReadModelSchema>(url);
  const first = { scope: { kind: 'all' }, page: 0, pageSize: PAGE_SIZE } as const;
  const lists: Readonly<Record<string, (search: string) => Promise<unknown>>> = {
    referrals: (search) => listReferrals(adHoc, { ...first, search, statuses: [] }),
    notes: (search) => listNotes(adHoc, { ...first, search, needsAction: false, userId: 'author-1', operatorId: 1 }),
  };
  try {
    for (const [name, read] of Object.entries(lists)) {
      for (const [what, search] of Object.entries(TYPED)) {
        bench.log(`list: ${name} by ${what}, beside all of ${size}`);
        const { ours, peer } = await interleave(
          bench.quick ? 3 : 7,
          { name: 'searched', round: () => timesOf(() => read(search)) },
          { name: 'not searched', round: () => timesOf(() => read('')) },
        );
        const measure = `list, ${name} by ${what} of ${size.toLocaleString('en-US')}, p95`;
        yield { measure, unit: 'ms', ours, peer, goal: { words: '< 50 ms', met: ours.value < 50 } };
      }
    }
  } finally {
    await close();
  }
}

/** `smallest` has the figures for the fewest referrals, by page; the first call stores them there. */
async function* measurePages(
  bench: Bench,
  url: string,
  size: number,
  smallest: Map<string, number>,
): AsyncGenerator<Row> {
  const { adHoc, close } = openDatabase<ReadModelSchema>(url);
  const hand = await openListByHand(url);
  const pages: Record<string, Page> = {
    first: { page: 0, pageSize: PAGE_SIZE, search: '' },
    last: { page: Math.ceil(size / PAGE_SIZE) - 1, pageSize: PAGE_SIZE, search: '' },
    searched: { page: 0, pageSize: PAGE_SIZE, search: 'maria alvarez' },
  };
  try {
    for (const [name, page] of Object.entries(pages)) {
      bench.log(`list: ${name} page of ${size}`);
      const query = { ...page, scope: { kind: 'all' }, statuses: [] } as const;
      const sides = await interleave(
        bench.quick ? 3 : 7,
        { name: 'ours', round: () => timesOf(() => listReferrals(adHoc, query)) },
        { name: 'by hand', round: () => timesOf(() => hand.page(page)) },
      );
      const fewest = smallest.get(name);
      if (fewest === undefined) smallest.set(name, sides.ours.value);
      const flat = fewest === undefined || sides.ours.value <= FLAT * fewest;
      yield {
        measure: `list, ${name} of ${size.toLocaleString('en-US')}, p95`,
        unit: 'ms',
        ...sides,
        goal: {
          words: `≤ 2 ×, < 50 ms${fewest === undefined ? '' : ', flat'}`,
          met: sides.ours.value <= 2 * sides.peer.value && sides.ours.value < 50 && flat,
        },
      };
    }
  } finally {
    await hand.close();
    await close();
  }
}

/** The figure is the p95 of these calls, made one after the other. */
async function timesOf(call: () => Promise<unknown>): Promise<Round> {
  const times: number[] = [];
  for (let n = 0; n < 40; n++) {
    const before = performance.now();
    await call();
    times.push(performance.now() - before);
  }
  return { figure: percentile(times, 95), times };
}
