import { canonicalJson, entryText, type LogEntry, type ProvableLog } from '@throughline/event-store';
import { type Kysely, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

/** A row of the access log as a record of a log that proves itself: its table is the stream, and its id the revision. */
export interface StoredViewing extends Omit<LogEntry, 'dataHash' | 'metadataHash'> {
  readonly salt: string;
  /** What was shown, and to whom: canonical JSON. */
  readonly shown: string;
  readonly viewer: string;
}

/** Rows of each table in one answer. */
const PAGE_SIZE = 1_000;

/** By the id of a row. Both tables take their ids from one sequence; before they did, a row of each could have the same. */
export const positionOfViewing = {
  access_log: (id: number) => 2 * id,
  live_access: (id: number) => 2 * id + 1,
} as const;
export type ViewingTable = keyof typeof positionOfViewing;

/** The last id of each table that stands at this position or before it. */
export const lastIdBy = (position: number): Readonly<Record<ViewingTable, number>> => ({
  access_log: Math.floor(position / 2),
  live_access: Math.ceil(position / 2) - 1,
});

/**
 * The access log, in the order of its ids, which is that of the tree over it. It is empty until the API of this release has migrated its
 * tables: then, and not before, the ids of both are one order.
 */
export function viewingLog(db: Kysely<ReadModelSchema>): ProvableLog<StoredViewing> {
  const settledId = settledIdsOf(db);
  let isMigrated = false;
  return {
    noun: 'viewing',
    entryOf: (viewing) => entryText(viewing, { salt: viewing.salt, data: viewing.shown, metadata: viewing.viewer }),
    async *readStored({ after, atMost = Infinity, settled = false }) {
      if (!(isMigrated ||= await hasSalt(db))) return;
      const upTo = settled ? await settledId() : Number.MAX_SAFE_INTEGER;
      let from = lastIdBy(after);
      for (let left = atMost; left > 0;) {
        const size = Math.min(PAGE_SIZE, left);
        const [opened, sent] = await Promise.all([
          readOpened(db, { after: from.access_log, upTo, size }),
          readSent(db, { after: from.live_access, upTo, size }),
        ]);
        // Beyond the end of a full page of one table, the other one cannot be merged yet.
        const ends = [opened, sent].flatMap((page) => (page.length < size ? [] : page.at(-1)!.position));
        const end = Math.min(Infinity, ...ends);
        const merged = [...opened, ...sent]
          .filter(({ position }) => position <= end)
          .sort((one, other) => one.position - other.position)
          .slice(0, left);
        yield* merged;
        left -= merged.length;
        if (ends.length === 0) return;
        from = lastOf(merged, from);
      }
    },
  };
}

function lastOf(page: readonly StoredViewing[], from: Readonly<Record<ViewingTable, number>>) {
  const last = (table: ViewingTable) => page.findLast(({ stream }) => stream === table)?.revision ?? from[table];
  return { access_log: last('access_log'), live_access: last('live_access') };
}

async function hasSalt(db: Kysely<ReadModelSchema>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_attribute where attrelid = to_regclass('live_access') and attname = 'salt'`.execute(db);
  return rows.length > 0;
}

/** Rows of a table by their ids: after one, up to another, at most so many; or these. */
type Rows =
  { readonly after: number; readonly upTo: number; readonly size: number } | { readonly ids: readonly number[] };

const areAmong = (rows: Rows) =>
  'ids' in rows ? sql<boolean>`id = any(${rows.ids})` : sql<boolean>`id > ${rows.after} and id <= ${rows.upTo}`;
const sizeOf = (rows: Rows) => ('ids' in rows ? rows.ids.length : rows.size);

const MICROS = sql<string>`(extract(epoch from at) * 1000000)::bigint`.as('micros');

/** The viewings at these positions, in order. */
export async function readViewingsAt(
  db: Kysely<ReadModelSchema>,
  positions: readonly number[],
): Promise<readonly StoredViewing[]> {
  const idsIn = (isOf: (position: number) => boolean) =>
    positions.filter(isOf).map((position) => Math.floor(position / 2));
  const [opened, sent] = await Promise.all([
    readOpened(db, { ids: idsIn((position) => position % 2 === 0) }),
    readSent(db, { ids: idsIn((position) => position % 2 === 1) }),
  ]);
  return [...opened, ...sent].sort((one, other) => one.position - other.position);
}

/* What is hashed stays as it is for ever: a column that is added later is part of it only where it is not null. */

async function readOpened(db: Kysely<ReadModelSchema>, sought: Rows): Promise<StoredViewing[]> {
  const rows = await db
    .selectFrom('access_log')
    .select(['id', MICROS, 'screen', 'follow_id', 'salt'])
    .select(['referral_ids', 'row_ids', 'outcome'])
    .select(['user_id', 'email', 'role', 'company_id', 'address_hash', 'session_hash', 'input_hash'])
    .where(areAmong(sought))
    .orderBy('id')
    .limit(sizeOf(sought))
    .execute();
  return rows.map(({ id, micros, screen, follow_id, salt, referral_ids, row_ids, outcome, ...viewer }) => ({
    ...placeOf('access_log', id),
    type: screen,
    storedId: follow_id ?? '',
    recordedMicros: Number(micros),
    salt: salt ?? '',
    shown: canonicalJson({ referral_ids, row_ids, outcome }),
    viewer: canonicalJson(viewer),
  }));
}

async function readSent(db: Kysely<ReadModelSchema>, sought: Rows): Promise<StoredViewing[]> {
  const rows = await db
    .selectFrom('live_access')
    .select(['id', MICROS, 'salt', 'referral_ids', 'follow_ids'])
    .where(areAmong(sought))
    .orderBy('id')
    .limit(sizeOf(sought))
    .execute();
  return rows.map(({ id, micros, salt, referral_ids, follow_ids }) => ({
    ...placeOf('live_access', id),
    type: 'Live',
    storedId: '',
    recordedMicros: Number(micros),
    salt: salt ?? '',
    shown: canonicalJson({ referral_ids }),
    viewer: canonicalJson({ follow_ids }),
  }));
}

/** The driver returns a bigint as text. */
const placeOf = (table: ViewingTable, id: number | string) => ({
  stream: table,
  revision: Number(id),
  position: positionOfViewing[table](Number(id)),
});

/**
 * Up to which id no row will come any more, though ids are given before rows are committed. A statement holds a lock on its table before it
 * takes an id. So the newest id is read first, and then which transactions have such a lock: when all of these have ended, each row up to
 * that id is there or will never be. Nobody waits for this, least of all those who write.
 */
function settledIdsOf(db: Kysely<ReadModelSchema>): () => Promise<number> {
  let settled = 0;
  let next: { readonly id: number; readonly writers: ReadonlySet<string> } | undefined;
  return async () => {
    const newest = next ?? { id: await newestId(db), writers: undefined };
    if (newest.id === settled) return settled;
    const writing = await writersOf(db);
    const isSettled = [...(newest.writers ?? writing)].every((writer) => !writing.has(writer));
    if (isSettled) settled = newest.id;
    next = isSettled ? undefined : { id: newest.id, writers: newest.writers ?? writing };
    return settled;
  };
}

async function newestId(db: Kysely<ReadModelSchema>): Promise<number> {
  const { rows } = await sql<{ readonly id: string | null }>`
    select pg_sequence_last_value('access_log_id_seq') as id`.execute(db);
  return Number(rows[0]?.id ?? 0);
}

/** The transactions that write, or are about to. */
async function writersOf(db: Kysely<ReadModelSchema>): Promise<Set<string>> {
  const { rows } = await sql<{ readonly writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
     where locktype = 'relation' and mode = 'RowExclusiveLock' and relation in ('access_log'::regclass, 'live_access'::regclass)
       and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return new Set(rows.map(({ writer }) => writer));
}
