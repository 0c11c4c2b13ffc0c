import { openEventStore } from '@throughline/event-store';
import { openDatabase } from '@throughline/platform';
import {
  buildRegistered,
  newestOfEach,
  prepareReadModels,
  projections,
  type ReadModelSchema,
  tableOf,
} from '@throughline/read-models';
import { seedInBulk } from '../../../apps/worker/src/demo/seed-in-bulk.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
/** The list shows the present state of a referral, not its history: six events of each are as good as all twenty-two. */
const LAST_TASK = 2;
/**
 * Further referrals are copied from rows that the product has made: a page costs the same, and a million are ready in a quarter of an hour.
 */
const TOLD = 100_000;
const LISTS = ['referral-list', 'note-list', 'note-reading', 'search-word'];

/** Adds referrals to the lists, each with a note. */
export async function fillLists(url: string, from: number, to: number): Promise<void> {
  const store = await openEventStore(url);
  const { db, pool, close } = openDatabase<ReadModelSchema>(url);
  const models = newestOfEach(projections).filter(({ name }) => LISTS.includes(name));
  const run = async (texts: readonly string[]) => {
    for (const text of texts) await pool.query(text);
  };
  try {
    if (from < TOLD) {
      await seedInBulk({ store, from, to: Math.min(to, TOLD), now: NOW, lastTask: LAST_TASK });
      await run(EMPTY);
      await prepareReadModels(db, models, await store.head());
      await buildRegistered(db, store, models, { signal: new AbortController().signal });
    }
    if (to > TOLD) await run([...copies(to / TOLD), namesOf(to)]);
    await run([...FILL_NOTES, 'vacuum analyze']);
  } finally {
    await close();
    await store.close();
  }
}

/** The table of the newest version. */
const tableNamed = (name: string): string => {
  const projection = newestOfEach(projections).find((one) => one.name === name);
  if (projection === undefined) throw new Error(`No read model has the name ${name}.`);
  return tableOf(projection);
};
const [REFERRALS, NOTES, WORDS] = [tableNamed('referral-list'), tableNamed('note-list'), tableNamed('search-word')];

const EMPTY = [
  `drop table if exists consumer_checkpoint, ${[REFERRALS, NOTES, WORDS].map((table) => `${table}, ${table}_state, ${table}_tally`).join(', ')} cascade`,
];

/**
 * Copies of a hundred days each, going further and further back. The index of the search is created again, which is faster than adding to
 * it.
 */
const copies = (times: number) => [
  `drop index ${REFERRALS}_8`,
  `insert into ${REFERRALS}
   select (jsonb_populate_record(told, jsonb_build_object('referral_id', copied.id, 'search', replace(search, referral_id, copied.id),
             'submitted_at', submitted_at - n * interval '100 days'))).*
     from ${REFERRALS} told cross join generate_series(1, ${times - 1}) n
    cross join lateral (select (referral_id::bigint - n * 1000000000000)::text as id) copied`,
  `create index ${REFERRALS}_8 on ${REFERRALS} using gin (search gin_trgm_ops, statuses)`,
  `update ${REFERRALS}_tally set units = units * ${times}`,
  `update ${WORDS}_tally set units = units * ${times}`,
];

/** As many different names as this many people have; the demo data has only ninety. */
const namesOf = (referrals: number) => `
  insert into ${WORDS}_tally
  select 'all', translate(left(md5(n::text), 8), '0123456789', 'aeioulnrst'), 1 from generate_series(1, ${referrals / 4}) n
      on conflict do nothing`;

/** A note by one of sixteen authors. A note is a row of its own, so these are as good as those of a projection. */
const FILL_NOTES = [
  `truncate ${NOTES}, ${NOTES}_tally`,
  `drop index ${NOTES}_8`,
  `insert into ${NOTES} (note_id, referral_id, company_id, submitter_user_id, author_user_id, author_first_name, author_last_name,
                             author_company_id, written_at, action_needed, excerpt, search)
   select referral_id || '-1', referral_id, company_id, submitter_user_id, 'author-' || n, 'Dana', 'Whitfield ' || n,
          1, submitted_at, n = 0, 'Is it on the way?', search || ' dana whitfield ' || n
     from (select *, hashtext(referral_id) & 15 as n from referral_list) referral`,
  `create index ${NOTES}_8 on ${NOTES} using gin (search gin_trgm_ops)`,
  `insert into ${NOTES}_tally
   select 'all', '1' || case when action_needed then '!' else '' end, count(*) from ${NOTES} group by action_needed`,
];
